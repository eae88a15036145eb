"""What the kernels of a step of several rows are told, as their sources lay it out. No CUDA; any thread."""

from __future__ import annotations

import ctypes
from typing import Protocol


class Launcher(Protocol):
    """Starts a compiled program."""

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        """Raises: KernelFaultError."""


class NormJob(ctypes.Structure):
    """NormJob in batch_rows.cu."""

    _fields_ = (
        ("residual", ctypes.c_uint64),
        ("added", ctypes.c_uint64),
        ("parts", ctypes.c_uint64),
        ("weight", ctypes.c_uint64),
        ("out", ctypes.c_uint64),
        ("sums", ctypes.c_uint64),
        ("width", ctypes.c_int32),
        ("part_count", ctypes.c_int32),
        ("eps", ctypes.c_float),
    )


class HeadsJob(ctypes.Structure):
    """HeadsJob in batch_rows.cu."""

    _fields_ = (
        ("qkv", ctypes.c_uint64),
        ("query_norm", ctypes.c_uint64),
        ("key_norm", ctypes.c_uint64),
        ("rope", ctypes.c_uint64),
        ("query", ctypes.c_uint64),
        ("keys", ctypes.c_uint64),
        ("values", ctypes.c_uint64),
        ("positions", ctypes.c_uint64),
        ("deltas", ctypes.c_uint64),
        ("slots", ctypes.c_uint64),
        ("done", ctypes.c_uint64),
        ("slot_stride", ctypes.c_int64),
        ("head_stride", ctypes.c_int64),
        ("heads", ctypes.c_int32),
        ("kv_heads", ctypes.c_int32),
        ("spare", ctypes.c_int32),
        ("eps", ctypes.c_float),
    )


class AttentionJob(ctypes.Structure):
    """AttentionJob in batch_attention.cu."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("qkv", "query_norm", "key_norm", "rope", "keys", "values")),
        *((name, ctypes.c_uint64) for name in ("partial", "peaks", "out", "sums")),
        *((name, ctypes.c_uint64) for name in ("positions", "deltas", "slots", "done")),
        *((name, ctypes.c_int64) for name in ("slot_stride", "head_stride")),
        *((name, ctypes.c_int32) for name in ("kv_heads", "splits", "rows", "spare")),
        ("eps", ctypes.c_float),
    )


class GateJob(ctypes.Structure):
    """GateJob in batch_rows.cu."""

    _fields_ = (
        ("gate_up", ctypes.c_uint64),
        ("out", ctypes.c_uint64),
        ("sums", ctypes.c_uint64),
        ("width", ctypes.c_int32),
        ("rows", ctypes.c_int32),
    )


class ChooseJob(ctypes.Structure):
    """ChooseJob in batch_choose.cu."""

    _fields_ = (
        ("logits", ctypes.c_uint64),
        ("best", ctypes.c_uint64),
        ("tokens", ctypes.c_uint64),
        ("positions", ctypes.c_uint64),
        ("done", ctypes.c_uint64),
        ("counter", ctypes.c_uint64),
        ("ring_ids", ctypes.c_uint64),
        ("ring_log_shares", ctypes.c_uint64),
        ("stops", ctypes.c_uint64),
        ("vocab", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("stop_count", ctypes.c_int32),
        ("context", ctypes.c_int32),
        ("ring", ctypes.c_int32),
    )


class ProductJob(ctypes.Structure):
    """ProductJob in batch_product.cu."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("weights", "pairs", "input", "sums", "out")),
        *((name, ctypes.c_int32) for name in ("rows", "columns", "tokens", "leaves")),
        *((name, ctypes.c_int32) for name in ("splits", "sharers", "steps", "stride")),
    )


class TableJob(ctypes.Structure):
    """TableJob in batch_head.cu."""

    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("values", "scale", "input", "out")),
        *((name, ctypes.c_int32) for name in ("rows", "columns", "tokens")),
    )
