"""What cameras, scanners and codecs do to a picture, in batches on the accelerator; decided by
`pictures.FLAWS`.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor

from starter_model.model import PATCH

_LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)
_CHROMA = (
    (17, 18, 24, 47, 99, 99, 99, 99),
    (18, 21, 26, 66, 99, 99, 99, 99),
    (24, 26, 56, 99, 99, 99, 99, 99),
    (47, 66, 99, 99, 99, 99, 99, 99),
    *[(99,) * 8] * 4,
)


@lru_cache(maxsize=4)
def _tables(device: torch.device) -> tuple[Tensor, Tensor]:
    """The cosine matrix [8, 8] and the quantisation tables [3, 8, 8] of baseline JPEG."""
    k = torch.arange(8, dtype=torch.float32)
    dct = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    dct[0] /= math.sqrt(2)
    tables = torch.tensor([_LUMA, _CHROMA, _CHROMA], dtype=torch.float32)
    return dct.to(device), tables.to(device)


def warp(x: Tensor, inverse: Tensor) -> Tensor:
    """Resample `x` [B, 3, H, W]; `inverse` [B, 3, 3] takes picture pixels to drawing pixels."""
    h, w = x.shape[-2:]
    ys, xs = torch.meshgrid(
        torch.arange(h, device=x.device) + 0.5, torch.arange(w, device=x.device) + 0.5, indexing="ij"
    )
    points = torch.stack((xs, ys, torch.ones_like(xs)), dim=-1).view(1, -1, 3)
    source = points @ inverse.transpose(1, 2)
    grid = source[..., :2] / source[..., 2:]
    grid = grid / torch.tensor([w / 2, h / 2], device=x.device) - 1
    return _sampled(x, grid.view(-1, h, w, 2))


def curl(x: Tensor, rows: Tensor) -> Tensor:
    """Rows that swing along the width; `rows` [B, 3]: pixels, waves, phase."""
    h, w = x.shape[-2:]
    ys = torch.arange(h, device=x.device) + 0.5
    xs = torch.arange(w, device=x.device) + 0.5
    most, waves, phase = rows[:, :1], rows[:, 1:2], rows[:, 2:]
    swing = most * torch.sin(2 * math.pi * waves * xs[None] / w + phase)
    down = (ys[None, :, None] - swing[:, None]) / (h / 2) - 1
    across = (xs / (w / 2) - 1).expand_as(down)
    return _sampled(x, torch.stack((across, down), dim=-1))


def _sampled(x: Tensor, grid: Tensor) -> Tensor:
    return F.grid_sample(x, grid, mode="bicubic", padding_mode="border", align_corners=False).clamp(0, 1)


def blur(x: Tensor, sigma: Tensor) -> Tensor:
    """Gaussian blur with a sigma for each picture."""
    b, c, h, w = x.shape
    k = torch.arange(-4, 5, device=x.device, dtype=x.dtype)
    kernel = torch.exp(-(k[None] ** 2) / (2 * sigma[:, None] ** 2))
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(c, 0)[:, None]
    x = F.pad(x.reshape(1, b * c, h, w), (4, 4, 4, 4), mode="replicate")
    x = F.conv2d(F.conv2d(x, kernel[..., None, :], groups=b * c), kernel[..., :, None], groups=b * c)
    return x.view(b, c, h, w)


def jpeg(x: Tensor, quality: Tensor) -> Tensor:
    """Baseline JPEG and back, chroma at half size; `x` [B, 3, H, W] in 0..1, sides multiples of 16."""
    b, _, h, w = x.shape
    dct, tables = _tables(x.device)
    r, g, bl = (x * 255).unbind(1)
    planes = torch.stack(
        (
            0.299 * r + 0.587 * g + 0.114 * bl - 128,
            -0.168736 * r - 0.331264 * g + 0.5 * bl,
            0.5 * r - 0.418688 * g - 0.081312 * bl,
        ),
        1,
    )
    factor = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100

    both = torch.kron(dct, dct)  # a block of 64 pixels to its 64 coefficients in one product

    def code(plane: Tensor, table: Tensor) -> Tensor:
        ph, pw = plane.shape[-2:]
        blocks = plane.reshape(b, ph // 8, 8, pw // 8, 8).transpose(2, 3).reshape(b, -1, 64)
        steps = (table[None] * factor[:, None, None]).round().clamp(1, 255).view(b, 1, 64)
        coded = (blocks @ both.T / steps).round() * steps
        return (coded @ both).view(b, ph // 8, pw // 8, 8, 8).transpose(2, 3).reshape(b, ph, pw)

    luma = code(planes[:, 0], tables[0])
    small = F.avg_pool2d(planes[:, 1:], 2)
    chroma = torch.stack((code(small[:, 0], tables[1]), code(small[:, 1], tables[2])), 1)
    cb, cr = F.interpolate(chroma, size=(h, w), mode="bilinear", align_corners=False).unbind(1)
    luma = luma + 128
    out = torch.stack((luma + 1.402 * cr, luma - 0.344136 * cb - 0.714136 * cr, luma + 1.772 * cb), 1)
    return (out.round() / 255).clamp(0, 1)


def _lit(x: Tensor, row: Tensor) -> Tensor:
    """Uneven light and one soft shadow."""
    h, w = x.shape[-2:]
    ys = torch.linspace(-1, 1, h, device=x.device).view(1, 1, h, 1)
    xs = torch.linspace(-1, 1, w, device=x.device).view(1, 1, 1, w)
    lx, ly, depth = (row[:, n].view(-1, 1, 1, 1) for n in (18, 19, 20))
    edge = torch.sigmoid((xs * torch.cos(lx * 9) + ys * torch.sin(lx * 9) - ly) * 6)
    return x * (1 + lx * xs * 0.6 + ly * ys * 0.6) * (1 - depth * edge)


def _some(x: Tensor, mask: Tensor) -> Tensor:
    """Numbers of the pictures of a CPU mask, on the device of `x`."""
    return mask.nonzero()[:, 0].to(x.device, non_blocking=True)


def _noisy(x: Tensor, chosen: Tensor, rows: Tensor, generator: torch.Generator) -> Tensor:
    """Grain, noise, salt and pepper."""
    if len(at := _some(x, chosen[:, 21] > 0)):
        coarse = torch.randn(
            len(at), 1, x.shape[2] // 2, x.shape[3] // 2, device=x.device, generator=generator
        )
        x[at] = x[at] + rows[at, 21] * F.interpolate(
            coarse, size=x.shape[2:], mode="bilinear", align_corners=False
        )
    if len(at := _some(x, chosen[:, 11] > 0)):
        part = torch.randn(x[at].shape, device=x.device, generator=generator)
        part = torch.where(rows[at, 26] > 0, part[:, :1], part)
        x[at] = x[at] + rows[at, 11] * part
    if len(at := _some(x, chosen[:, 22] > 0)):
        dice = torch.rand(len(at), 1, *x.shape[2:], device=x.device, generator=generator)
        share = rows[at, 22] / 2
        x[at] = torch.where(dice < share, 0.0, torch.where(dice > 1 - share, 1.0, x[at]))
    return x


def spoil(pictures: Tensor, flaws: Tensor, generator: torch.Generator) -> Tensor:
    """Apply the flaws (a CPU tensor) to `pictures` uint8 [B, H, W, 3]; gives float [B, 3, H, W] in 0..1."""
    x = pictures.permute(0, 3, 1, 2).float() / 255
    chosen, flaws = flaws, flaws.to(x.device)

    if len(at := _some(x, chosen[:, 9] > 0)):
        x[at] = warp(x[at], flaws[at, :9].view(-1, 3, 3))
    if len(at := _some(x, chosen[:, 23] != 0)):
        x[at] = curl(x[at], flaws[at, 23:26])
    if len(at := _some(x, (chosen[:, 18] != 0) | (chosen[:, 20] > 0))):
        x[at] = _lit(x[at], flaws[at])
    if len(at := _some(x, chosen[:, 10] > 0)):
        x[at] = blur(x[at], flaws[at, 10])
    rows = flaws.view(len(x), -1, 1, 1, 1)
    if len(at := _some(x, (chosen[:, 13] != 1) | (chosen[:, 14] != 0) | (chosen[:, 15] != 1))):
        gain, bias, gamma = rows[at, 13], rows[at, 14], rows[at, 15]
        x[at] = ((x[at] - 0.5) * gain + 0.5 + bias).clamp(1e-4, 1) ** gamma
    x = _noisy(x, chosen, rows, generator)
    if len(at := _some(x, chosen[:, 16] > 0)):
        x[at] = 1 - x[at]
    if len(at := _some(x, chosen[:, 17] > 0)):
        x[at] = (x[at].mean(1, keepdim=True) > rows[at, 17]).float().expand(-1, 3, -1, -1)
    x = x.clamp(0, 1)
    if len(at := _some(x, chosen[:, 12] > 0)):
        x[at] = jpeg(x[at], flaws[at, 12])
    return (x * 255).round() / 255


def patches(x: Tensor) -> Tensor:
    """[B, 3, H, W] in 0..1 to [B, N, 3 * PATCH * PATCH] normalised, patches in merge order."""
    b, c, h, w = x.shape
    gh, gw, p = h // PATCH, w // PATCH, PATCH
    x = (x - 0.5) / 0.5
    x = x.view(b, c, gh // 2, 2, p, gw // 2, 2, p).permute(0, 2, 5, 3, 6, 1, 4, 7)
    return x.reshape(b, gh * gw, c * p * p)
