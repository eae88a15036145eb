"""CUDA C++ to machine code, by the compiler library that torch's CUDA wheels bring along: no toolkit needed.

Machine code is kept in a folder of the caller's, under a name that hashes the source, the options, and the
compiler's version. Any thread. Source: NVRTC's documentation, CUDA 13.0.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import torch

from engine.errors import KernelUnavailableError

_lock = threading.Lock()
_begun: dict[tuple[str, ...], Future[bytes]] = {}
"""What is being compiled ahead, by source and options, until somebody takes it."""

REFUSAL = "The fast kernels cannot be compiled on this machine; reading goes on with the ordinary ones."


def compile_ahead(source: str, options: Sequence[str], cache_dir: Path | None) -> None:
    """Begin to compile on a thread of its own, while weights are read: `compile_cubin` then waits for that.

    What goes wrong is raised there. NVRTC lets go of Python's lock while it works.
    """
    key = (source, *options)
    begun: Future[bytes] = Future()
    with _lock:
        if key in _begun:
            return
        _begun[key] = begun

    def work() -> None:
        try:
            begun.set_result(_cubin(source, options, cache_dir))
        except Exception as error:  # noqa: BLE001 - raised where the code is asked for
            begun.set_exception(error)

    threading.Thread(target=work, name="kernel compiler", daemon=True).start()


def compile_cubin(source: str, options: Sequence[str], cache_dir: Path | None) -> bytes:
    """Machine code of `source`, from `cache_dir` where it was compiled before.

    Raises: KernelUnavailableError.
    """
    with _lock:
        begun = _begun.pop((source, *options), None)
    return _cubin(source, options, cache_dir) if begun is None else begun.result()


def _cubin(source: str, options: Sequence[str], cache_dir: Path | None) -> bytes:
    library = _library()
    version = _version(library)
    digest = hashlib.sha256("\n".join((version, *options, source)).encode()).hexdigest()
    path = cache_dir / f"{digest}.cubin" if cache_dir is not None else None
    if path is not None:
        kept = _kept(path)
        if kept is not None:
            return kept
    code = _compile(library, source, options)
    if path is not None:
        _keep(path, code)
    return code


def _kept(path: Path) -> bytes | None:
    """The file's machine code unless it was cut short or changed: it ends in a digest of itself."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    code, digest = content[:-32], content[-32:]
    return code if code and hashlib.sha256(code).digest() == digest else None


def _keep(path: Path, code: bytes) -> None:
    """Best effort: where nothing can be written, the next start compiles again."""
    partial = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(code + hashlib.sha256(code).digest())
        partial.replace(path)
    except OSError:
        with suppress(OSError):
            partial.unlink()


def library_candidates() -> list[str]:
    """Where the library may lie: beside torch, in NVIDIA's wheels, or wherever the system looks."""
    major = (torch.version.cuda or "13").split(".")[0]
    windows = sys.platform == "win32"
    name = f"nvrtc64_{major}0_0.dll" if windows else f"libnvrtc.so.{major}"
    found = [Path(torch.__file__).parent / "lib" / name]
    spec = find_spec("nvidia")
    for root in spec.submodule_search_locations or () if spec is not None else ():
        found += sorted(Path(root).glob(f"*/bin/**/{name}" if windows else f"*/lib/{name}"))
    return [str(path) for path in found if path.is_file()] + [name]


@cache
def _library() -> ctypes.CDLL:
    for name in library_candidates():
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise KernelUnavailableError(REFUSAL, "no NVRTC library")


def _version(library: ctypes.CDLL) -> str:
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(library, library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "nvrtcVersion")
    return f"{major.value}.{minor.value}"


def _compile(library: ctypes.CDLL, source: str, options: Sequence[str]) -> bytes:
    program = ctypes.c_void_p()
    _check(
        library,
        library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"yomi.cu", 0, None, None),
        "nvrtcCreateProgram",
    )
    try:
        texts = [option.encode() for option in options]
        status = library.nvrtcCompileProgram(program, len(texts), (ctypes.c_char_p * len(texts))(*texts))
        if status:
            raise KernelUnavailableError(REFUSAL, _log(library, program))
        size = ctypes.c_size_t()
        _check(library, library.nvrtcGetCUBINSize(program, ctypes.byref(size)), "nvrtcGetCUBINSize")
        code = ctypes.create_string_buffer(size.value)
        _check(library, library.nvrtcGetCUBIN(program, code), "nvrtcGetCUBIN")
        return code.raw
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _log(library: ctypes.CDLL, program: ctypes.c_void_p) -> str:
    size = ctypes.c_size_t()
    if library.nvrtcGetProgramLogSize(program, ctypes.byref(size)):
        return "no log"
    text = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, text)
    return text.value.decode(errors="replace")[:2000]


def _check(library: ctypes.CDLL, status: int, call: str) -> None:
    if status:
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        reason = library.nvrtcGetErrorString(status).decode(errors="replace")
        raise KernelUnavailableError(REFUSAL, f"{call}: {reason}")
