"""Muon for the matrices of blocks and mergers, AdamW for the rest, on fp32 master weights."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def orthogonal(g: Tensor, steps: int = 5) -> Tensor:
    """Five Newton-Schulz steps towards the nearest orthogonal matrices; `g` [K, out, in]."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16() if g.is_cuda else g.float()
    wide = x.shape[-2] > x.shape[-1]
    if wide:
        x = x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return (x.mT if wide else x).float()


class MuonAdam:
    """Both optimisers over a model's parameters, which may be bf16; master weights and moments are fp32."""

    def __init__(self, model: nn.Module, muon_lr: float = 0.012, adam_lr: float = 2e-3) -> None:
        self.names = [n for n, _ in model.named_parameters()]
        self.params = [p for _, p in model.named_parameters()]
        self.master = [p.detach().float().clone() for p in self.params]
        self.grad = [torch.zeros_like(m) for m in self.master]
        self.first = [torch.zeros_like(m) for m in self.master]
        self.second = [torch.zeros_like(m) for m in self.master]
        self.muon_lr, self.adam_lr, self.steps = muon_lr, adam_lr, 0
        self.groups: dict[tuple[int, ...], list[int]] = {}
        self.adam: list[int] = []
        for n, name in enumerate(self.names):
            if self.params[n].ndim == 2 and "embed" not in name and not name.startswith("aux_"):
                self.groups.setdefault(tuple(self.params[n].shape), []).append(n)
            else:
                self.adam.append(n)

    def accumulate(self) -> None:
        """Add the parameters' gradients to the fp32 sums and clear them."""
        have = [n for n, p in enumerate(self.params) if p.grad is not None]
        torch._foreach_add_([self.grad[n] for n in have], [self.params[n].grad.float() for n in have])  # type: ignore[union-attr]
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self, share: float, count: int) -> Tensor:
        """One update at `share` of the full rates from `count` microbatches; gives the gradient's norm."""
        self.steps += 1
        torch._foreach_mul_(self.grad, 1.0 / count)
        norm = torch.linalg.vector_norm(torch.stack(torch._foreach_norm(self.grad)))
        torch._foreach_mul_(self.grad, torch.clamp(1.0 / (norm + 1e-6), max=1.0))
        for shape, members in self.groups.items():
            g = torch.stack([self.grad[n] for n in members])
            m = torch.stack([self.first[n] for n in members])
            m = 0.95 * m + g
            update = orthogonal(g + 0.95 * m) * max(1.0, shape[0] / shape[1]) ** 0.5
            for k, n in enumerate(members):
                self.first[n].copy_(m[k])
                self.master[n].mul_(1 - 0.01 * self.muon_lr * share).sub_(
                    update[k], alpha=self.muon_lr * share
                )
        at = self.adam
        g, m, v = [self.grad[n] for n in at], [self.first[n] for n in at], [self.second[n] for n in at]
        torch._foreach_lerp_(m, g, 0.1)
        torch._foreach_mul_(v, 0.98)
        torch._foreach_addcmul_(v, g, g, 0.02)
        bottom = torch._foreach_sqrt(torch._foreach_div(v, 1 - 0.98**self.steps))
        torch._foreach_add_(bottom, 1e-9)
        torch._foreach_addcdiv_(
            [self.master[n] for n in at], m, bottom, value=-self.adam_lr * share / (1 - 0.9**self.steps)
        )
        torch._foreach_copy_(self.params, self.master)
        torch._foreach_zero_(self.grad)
        return norm

    def state(self) -> dict[str, Tensor]:
        """Everything that a later run needs, as named tensors."""
        out = {"steps": torch.tensor(self.steps)}
        for kind in ("master", "first", "second"):
            for name, tensor in zip(self.names, getattr(self, kind), strict=True):
                if kind != "second" or self.names.index(name) in self.adam:
                    out[f"{kind}.{name}"] = tensor
        return out

    @torch.no_grad()
    def load(self, state: dict[str, Tensor]) -> None:
        """Take up what `state` gave; moments that are absent start at zero."""
        self.steps = int(state.get("steps", torch.tensor(0)))
        for kind in ("master", "first", "second"):
            for name, tensor in zip(self.names, getattr(self, kind), strict=True):
                if f"{kind}.{name}" in state:
                    tensor.copy_(state[f"{kind}.{name}"])
        torch._foreach_copy_(self.params, self.master)
