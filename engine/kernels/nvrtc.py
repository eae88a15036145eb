"""CUDA C++ to machine code, by the compiler library that torch's CUDA wheels bring along: no toolkit needed.

Machine code is kept in a folder of the caller's, under a name that hashes the source, the options, and the
compiler's version; the compiler itself is in compiler.py. Any thread.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import os
import subprocess
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
from engine.kernels import compiler
from engine.kernels.compiler import CompilerError, load_library, version_of

log = logging.getLogger(__name__)

_lock = threading.Lock()
_begun: dict[tuple[str, ...], Future[bytes]] = {}
"""What is being compiled ahead, by source and options, until somebody takes it."""

LIMIT_S = 120
"""For one program, which takes 4 s at most on a machine that is not busy."""

MACHINE_CODE = b"\x7fELF"

MADE = "apart"
"""How code in the folder was made: what was made beside torch is not taken."""

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
    version = _version()
    digest = hashlib.sha256("\n".join((MADE, version, *options, source)).encode()).hexdigest()
    path = cache_dir / f"{digest}.cubin" if cache_dir is not None else None
    if path is not None:
        kept = _kept(path)
        if kept is not None:
            return kept
    code = _compile(source, options)
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


def _version() -> str:
    try:
        return version_of(_library()[1])
    except CompilerError as error:
        raise KernelUnavailableError(REFUSAL, str(error)) from None


@cache
def _library() -> tuple[str, ctypes.CDLL]:
    """The compiler's library, and by which name it was found."""
    for name in library_candidates():
        try:
            return name, load_library(name)
        except OSError:
            continue
    raise KernelUnavailableError(REFUSAL, "no NVRTC library")


def _compile(source: str, options: Sequence[str]) -> bytes:
    """In a process of its own: in this one, beside torch and what it loads, the same compiler can give the
    same source code that keeps half of its variables in memory and takes a third longer.
    """
    name, library = _library()
    program = [sys.executable, "-I", compiler.__file__]
    if getattr(sys, "frozen", False):
        program = [sys.executable, compiler.FLAG]
    try:
        done = subprocess.run(
            [*program, name, *options],
            input=source.encode(),
            capture_output=True,
            timeout=LIMIT_S,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            check=False,
        )
        if done.returncode == 0 and done.stdout.startswith(MACHINE_CODE):
            return done.stdout
        log.warning("The compiler's own process failed: %s", done.stderr.decode(errors="replace")[:500])
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("The compiler has no process of its own: %r", error)
    # Slower code is better than none; and what the compiler refuses, it refuses here in its own words.
    try:
        return compiler.compile_program(library, source.encode(), options)
    except CompilerError as error:
        raise KernelUnavailableError(REFUSAL, str(error)) from None
