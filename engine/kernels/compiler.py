"""The kernels' compiler as a program of its own: CUDA C++ on standard input, machine code on standard output.

    python compiler.py LIBRARY OPTION...      (in a bundle: yomi --compile-kernel LIBRARY OPTION...)

Exit code 1 with the compiler's words on standard error. Imports nothing of ours, so that it starts in a few
hundredths of a second. Why a program: docs/adr/fused-step.md. Source: NVRTC's documentation, CUDA 13.0.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

FLAG = "--compile-kernel"
"""By which a bundle, which is no Python, is asked to be this program."""

REFUSED_EXIT = 1


class CompilerError(Exception):
    """The compiler is not there, or does not take the program; says why in its own words."""


def load_library(name: str) -> ctypes.CDLL:
    """NVRTC by its path, or by a name that the system knows. Raises: OSError."""
    folder = Path(name).parent
    if folder.is_absolute():
        if sys.platform == "win32":
            os.add_dll_directory(str(folder))
        # What it opens by name while it compiles lies beside it, where the system does not look.
        for beside in sorted(folder.glob("libnvrtc-builtins.so.*")):
            with suppress(OSError):
                ctypes.CDLL(str(beside))
    return ctypes.CDLL(name)


def version_of(library: ctypes.CDLL) -> str:
    """As "13.0". Raises: CompilerError."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(library, library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "nvrtcVersion")
    return f"{major.value}.{minor.value}"


def compile_program(library: ctypes.CDLL, source: bytes, options: Sequence[str]) -> bytes:
    """Machine code of `source`. Raises: CompilerError."""
    program = ctypes.c_void_p()
    _check(
        library,
        library.nvrtcCreateProgram(ctypes.byref(program), source, b"yomi.cu", 0, None, None),
        "nvrtcCreateProgram",
    )
    try:
        texts = [option.encode() for option in options]
        status = library.nvrtcCompileProgram(program, len(texts), (ctypes.c_char_p * len(texts))(*texts))
        if status:
            raise CompilerError(_log(library, program))
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
        raise CompilerError(f"{call}: {reason}")


def main(arguments: Sequence[str]) -> int:
    """Compile what comes on standard input; returns the exit code."""
    if not arguments:
        sys.stderr.write(f"{FLAG} needs the path of NVRTC's library\n")
        return 2
    name, *options = arguments
    try:
        code = compile_program(load_library(name), sys.stdin.buffer.read(), options)
    except (CompilerError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED_EXIT
    sys.stdout.buffer.write(code)
    sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
