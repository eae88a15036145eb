"""Compiling without a toolkit: the sources where the compiler is at hand, the cache, and every refusal."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from engine.cache import StaticKVCache
from engine.errors import KernelFaultError, KernelUnavailableError
from engine.kernels import compiler, driver, nvrtc
from engine.kernels.fused_step import FusedStep, StepParameters, program_source
from engine.kernels.step_plan import StepDims, plan_step
from engine.models.base import CacheShape

SOURCE = 'extern "C" __global__ void nothing() {}'


def has_compiler() -> bool:
    try:
        nvrtc.compile_cubin(SOURCE, ["--gpu-architecture=sm_80"], None)
    except KernelUnavailableError:
        return False
    return True


@pytest.mark.parametrize(("arch", "int4"), [("sm_80", True), ("sm_90", False)])
def test_the_step_compiles_for_what_the_plan_says_or_is_refused_without_a_compiler(
    arch: str, int4: bool
) -> None:
    dims = StepDims(256, 2, 4, 2, 512, 1024, int4=int4, eps=1e-6)
    plan = plan_step(dims, (8, 0), 20, 101376)
    options = [f"--gpu-architecture={arch}", "--std=c++17"]
    options += [f"-D{name}={value}" for name, value in plan.macros().items()]
    if has_compiler():
        assert nvrtc.compile_cubin(program_source(), options, None).startswith(b"\x7fELF")
    else:
        with pytest.raises(KernelUnavailableError):
            nvrtc.compile_cubin(program_source(), options, None)


def test_the_unpacking_kernels_compile_or_are_refused_without_a_compiler() -> None:
    source = (Path(nvrtc.__file__).parent / "cuda" / "unpack.cu").read_text(encoding="utf-8")
    options = ["--gpu-architecture=sm_80", "--std=c++17"]
    if has_compiler():
        assert nvrtc.compile_cubin(source, options, None).startswith(b"\x7fELF")
    else:
        with pytest.raises(KernelUnavailableError):
            nvrtc.compile_cubin(source, options, None)


def test_a_source_that_does_not_compile_is_a_refusal_and_not_a_crash() -> None:
    with pytest.raises(KernelUnavailableError) as refusal:
        nvrtc.compile_cubin("no such thing;", ["--gpu-architecture=sm_80"], None)
    assert "error" in refusal.value.detail if has_compiler() else "NVRTC" in refusal.value.detail


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A compiler that counts: each source that it was given."""
    seen: list[str] = []

    def compile_it(source: str, options: list[str]) -> bytes:
        seen.append(source)
        return f"code of {source} with {options}".encode()

    monkeypatch.setattr(nvrtc, "_version", lambda: "13.0")
    monkeypatch.setattr(nvrtc, "_compile", compile_it)
    return seen


def test_machine_code_is_compiled_once_for_each_source_option_and_compiler(
    compiled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kernels"
    first = nvrtc.compile_cubin("a", ["-x"], folder)
    assert nvrtc.compile_cubin("a", ["-x"], folder) == first
    assert compiled == ["a"]
    nvrtc.compile_cubin("a", ["-y"], folder)
    nvrtc.compile_cubin("b", ["-x"], folder)
    monkeypatch.setattr(nvrtc, "_version", lambda: "13.1")
    nvrtc.compile_cubin("a", ["-x"], folder)
    assert compiled == ["a", "a", "b", "a"]
    assert len(list(folder.iterdir())) == 4


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_a_damaged_file_is_compiled_again(compiled: list[str], tmp_path: Path, damage: bytes) -> None:
    code = nvrtc.compile_cubin("a", [], tmp_path / "kernels")
    (kept,) = (tmp_path / "kernels").iterdir()
    kept.write_bytes(damage)
    assert nvrtc.compile_cubin("a", [], tmp_path / "kernels") == code
    assert nvrtc.compile_cubin("a", [], tmp_path / "kernels") == code
    assert compiled == ["a", "a"]


def test_a_folder_that_cannot_be_written_costs_only_time(compiled: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for _ in range(2):
        assert nvrtc.compile_cubin("a", [], tmp_path / "file" / "kernels").startswith(b"code of a")
    assert compiled == ["a", "a"]


class FakeProcess:
    """Stands for `subprocess.run`: remembers what was started and answers as told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: tuple[int, bytes] | Exception) -> None:
        self.answer, self.commands, self.given = answer, list[list[str]](), list[bytes]()
        monkeypatch.setattr(nvrtc.subprocess, "run", self)
        monkeypatch.setattr(nvrtc, "_library", lambda: ("/lib/libnvrtc.so.13", None))
        monkeypatch.setattr(compiler, "compile_program", self.compile_here)
        self.compiled_here = 0

    def __call__(self, command: list[str], **options: Any) -> SimpleNamespace:
        self.commands.append(command)
        self.given.append(options["input"])
        if isinstance(self.answer, Exception):
            raise self.answer
        code, output = self.answer
        return SimpleNamespace(returncode=code, stdout=output, stderr=b"no room")

    def compile_here(self, _library: object, source: bytes, options: list[str]) -> bytes:
        self.compiled_here += 1
        if b"nonsense" in source:
            raise compiler.CompilerError("line 1: nonsense")
        return b"made here"


def test_the_compiler_works_in_a_process_in_which_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    process = FakeProcess(monkeypatch, (0, b"\x7fELF code"))
    assert nvrtc._compile("void", ["-x"]) == b"\x7fELF code"
    assert process.commands == [
        [sys.executable, "-I", compiler.__file__, "/lib/libnvrtc.so.13", "-x"],
    ]
    assert process.given == [b"void"]
    assert process.compiled_here == 0


def test_a_bundle_asks_itself_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    process = FakeProcess(monkeypatch, (0, b"\x7fELF code"))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    nvrtc._compile("void", ["-x"])
    assert process.commands == [[sys.executable, "--compile-kernel", "/lib/libnvrtc.so.13", "-x"]]


@pytest.mark.parametrize(
    "answer",
    [(1, b""), (0, b""), (0, b"a banner"), OSError("no process"), subprocess.TimeoutExpired("compiler", 120)],
)
def test_where_no_process_can_be_had_the_compiler_works_in_this_one(
    answer: tuple[int, bytes] | Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = FakeProcess(monkeypatch, answer)
    assert nvrtc._compile("void", []) == b"made here"
    with pytest.raises(KernelUnavailableError, match="line 1: nonsense"):
        nvrtc._compile("nonsense", [])
    assert process.compiled_here == 2


def test_the_compiler_s_program_starts_without_anything_of_ours_and_says_what_is_wrong() -> None:
    """For real: isolated, as the engine starts it."""

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-I", "-X", "importtime", compiler.__file__, *arguments]
        return subprocess.run(command, input=b"void", capture_output=True, timeout=60, check=False)

    refused = run("/no/such/library.so", "-x")
    assert refused.returncode == compiler.REFUSED_EXIT
    assert b"/no/such/library.so" in refused.stderr
    assert not refused.stdout
    for heavy in (b"torch", b"numpy", b"engine"):
        assert b" " + heavy + b"\n" not in refused.stderr
    assert run().returncode == 2


def test_no_compiler_library_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvrtc, "library_candidates", lambda: ["libno-such-library.so"])
    nvrtc._library.cache_clear()
    try:
        with pytest.raises(KernelUnavailableError, match="no NVRTC library"):
            nvrtc.compile_cubin(SOURCE, [], None)
    finally:
        nvrtc._library.cache_clear()


def test_no_driver_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(torch.cuda, "current_stream", lambda: None)
    monkeypatch.setattr(ctypes, "CDLL", missing)
    driver._library.cache_clear()
    try:
        with pytest.raises(KernelUnavailableError, match="no NVIDIA driver"):
            driver.Kernel(b"", "fused_step", 0)
    finally:
        driver._library.cache_clear()


class FakeDriver:
    """The driver's calls, each answering `status`; remembers the stream and the arguments of a launch."""

    def __init__(self, failing: str = "") -> None:
        self.failing = failing
        self.calls: list[str] = []
        self.launched: tuple[Any, ...] = ()

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> int:
            self.calls.append(name)
            if name == "cuLaunchCooperativeKernel":
                self.launched = arguments
            return 719 if name == self.failing else 0

        return call


@pytest.fixture
def on_stream_7(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: SimpleNamespace(cuda_stream=7))


@pytest.mark.parametrize("call", ["cuModuleLoadData", "cuModuleGetFunction", "cuFuncSetAttribute"])
def test_machine_code_that_the_driver_does_not_take_is_a_refusal(
    call: str, on_stream_7: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "_library", lambda: FakeDriver(failing=call))
    with pytest.raises(KernelUnavailableError, match=call):
        driver.Kernel(b"code", "fused_step", 1000)


def test_a_launch_goes_to_the_current_stream_of_torch(
    on_stream_7: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeDriver()
    monkeypatch.setattr(driver, "_library", lambda: fake)
    kernel = driver.Kernel(b"code", "fused_step", 1000)
    kernel.launch(132, 512, StepParameters())
    assert fake.launched[1:8] == (132, 1, 1, 512, 1, 1, 1000)
    assert fake.launched[8].value == 7
    fake.failing = "cuLaunchCooperativeKernel"
    with pytest.raises(KernelFaultError, match="719"):
        kernel.launch(132, 512, StepParameters())
    driver.Kernel(b"code", "unpack_int4", 0, resident=False).launch(7, 256, StepParameters())
    assert fake.calls[-1] == "cuLaunchKernel"
    kernel.unload()
    kernel.unload()
    assert fake.calls.count("cuModuleUnload") == 1


def small_cache(dtype: torch.dtype) -> StaticKVCache:
    return StaticKVCache(CacheShape(2, 2, 128), 1, 64, torch.device("cpu"), dtype)


def test_a_family_that_gives_no_step_weights_is_refused() -> None:
    with pytest.raises(KernelUnavailableError, match="family"):
        FusedStep(object(), small_cache(torch.bfloat16), None)


def test_full_precision_is_refused() -> None:
    model = SimpleNamespace(step_weights=lambda: None)
    with pytest.raises(KernelUnavailableError, match="bf16"):
        FusedStep(model, small_cache(torch.float32), None)
