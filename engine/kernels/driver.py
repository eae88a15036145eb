"""Loading and launching machine code through the CUDA driver, on torch's current stream. Engine thread only.

A few calls of the driver's C interface, which every driver since CUDA 9 has. Source: CUDA driver API, 13.0.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache

import torch

from engine.errors import KernelFaultError, KernelUnavailableError

MAX_DYNAMIC_SHARED_BYTES = 8
"""CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES."""

LOCAL_SIZE_BYTES = 3
"""CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES."""

PROGRAMMATIC_SERIALIZATION = 6
"""CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION."""

MAX_SHARED_BYTES_OPT_IN = 97
"""CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN."""


def shared_limit_bytes() -> int:
    """Shared memory that a block may ask for on torch's current card. Raises: KernelUnavailableError."""
    index = torch.cuda.current_device()
    driver, device, limit = _library(), ctypes.c_int(), ctypes.c_int()
    status = driver.cuDeviceGet(ctypes.byref(device), index) or driver.cuDeviceGetAttribute(
        ctypes.byref(limit), MAX_SHARED_BYTES_OPT_IN, device
    )
    if status:
        raise KernelUnavailableError("The NVIDIA driver does not answer.", _reason(driver, status))
    return limit.value


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute: which, and 64 bytes of value."""

    _fields_ = (("id", ctypes.c_int32), ("padding", ctypes.c_int32), ("value", ctypes.c_int32 * 16))


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = (
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("stream", ctypes.c_void_p),
        ("attributes", ctypes.c_void_p),
        ("attribute_count", ctypes.c_uint32),
    )


class Kernel:
    """One function of a cubin; its module is unloaded with it."""

    def __init__(
        self, cubin: bytes, name: str, shared_bytes: int, *, resident: bool = True, overlaps: bool = False
    ) -> None:
        """`resident`: all blocks of a launch must be on the card at once. `overlaps`: blocks may start before
        the kernel ahead of them has ended, and wait for it themselves. Raises: KernelUnavailableError.
        """
        torch.cuda.current_stream()  # makes torch's context the current one
        self._driver = _library()
        self._cubin = cubin
        self._module = ctypes.c_void_p()
        self._function = ctypes.c_void_p()
        self.shared_bytes, self.resident, self.overlaps = shared_bytes, resident, overlaps
        self._must(self._driver.cuModuleLoadData(ctypes.byref(self._module), cubin), "cuModuleLoadData")
        self._loaded = True
        self._must(
            self._driver.cuModuleGetFunction(ctypes.byref(self._function), self._module, name.encode()),
            "cuModuleGetFunction",
        )
        self._must(
            self._driver.cuFuncSetAttribute(self._function, MAX_DYNAMIC_SHARED_BYTES, shared_bytes),
            "cuFuncSetAttribute",
        )

    @property
    def spilled_bytes(self) -> int:
        """What each thread keeps in memory for want of registers; 0 where the driver does not say."""
        size = ctypes.c_int()
        status = self._driver.cuFuncGetAttribute(ctypes.byref(size), LOCAL_SIZE_BYTES, self._function)
        return 0 if status else size.value

    def launch(self, blocks: int, threads: int, arguments: ctypes.Structure) -> None:
        """On torch's current stream. Raises: KernelFaultError."""
        pointers = (ctypes.c_void_p * 1)(ctypes.addressof(arguments))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        grid = (self._function, blocks, 1, 1, threads, 1, 1, self.shared_bytes, stream, pointers)
        if self.overlaps:
            status = self._launch_overlapping(blocks, threads, stream, pointers)
        elif self.resident:
            status = self._driver.cuLaunchCooperativeKernel(*grid)
        else:
            status = self._driver.cuLaunchKernel(*grid, None)
        if status:
            raise KernelFaultError("A fast kernel could not be started.", _reason(self._driver, status))

    def _launch_overlapping(
        self, blocks: int, threads: int, stream: ctypes.c_void_p, pointers: ctypes.Array[ctypes.c_void_p]
    ) -> int:
        attribute = LaunchAttribute(PROGRAMMATIC_SERIALIZATION)
        attribute.value[0] = 1
        config = LaunchConfig(
            (blocks, 1, 1), (threads, 1, 1), self.shared_bytes, stream, ctypes.addressof(attribute), 1
        )
        status: int = self._driver.cuLaunchKernelEx(ctypes.byref(config), self._function, pointers, None)
        return status

    def unload(self) -> None:
        """Give the code's memory back; nothing may be running it."""
        if self._loaded:
            self._loaded = False
            self._driver.cuModuleUnload(self._module)

    def _must(self, status: int, call: str) -> None:
        if status:
            raise KernelUnavailableError(
                "The fast kernels do not run on this card; reading goes on with the ordinary ones.",
                f"{call}: {_reason(self._driver, status)}",
            )


def _reason(driver: ctypes.CDLL, status: int) -> str:
    text = ctypes.c_char_p()
    driver.cuGetErrorString(status, ctypes.byref(text))
    return f"{status} {(text.value or b'').decode(errors='replace')}"


@cache
def _library() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError as error:
        raise KernelUnavailableError("There is no NVIDIA driver on this machine.", str(error)) from None
