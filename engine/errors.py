"""Everything the engine can refuse, as types: a stable code, a sentence for the user, a detail for the log.

Imports nothing heavy. At the engine thread's boundary each of these becomes `engine.api.Failed`.
"""

from __future__ import annotations


class EngineError(Exception):
    """Root of every expected failure.

    `code` is stable and machine-readable, `user_message` one sentence with a next step,
    `detail` what a developer needs (numbers, tensor names); it never holds content of the user's pictures.
    """

    code = "engine_error"

    def __init__(self, user_message: str, detail: str = "") -> None:
        super().__init__(user_message if not detail else f"{user_message} [{detail}]")
        self.user_message = user_message
        self.detail = detail


class ConfigError(EngineError):
    """config.json (or one of its companions) is missing, unreadable, or holds a value that cannot be."""

    code = "config_invalid"


class UnsupportedArchitectureError(ConfigError):
    """`architectures[0]` names a family that is not registered."""

    code = "architecture_unsupported"


class CheckpointError(EngineError):
    """The weights on disk cannot be what config.json describes."""

    code = "checkpoint_invalid"


class SidecarError(CheckpointError):
    """The int4 weights beside a checkpoint cannot be used with it."""

    code = "sidecar_invalid"


class QuantizeError(EngineError):
    """The int4 weights cannot be made."""

    code = "quantize_failed"


class TokenizerError(EngineError):
    """tokenizer.json or the chat template cannot be used."""

    code = "tokenizer_invalid"


class ImageError(EngineError):
    """A picture cannot be read; `code` says which kind of trouble."""

    code = "image_unreadable"

    def __init__(self, user_message: str, detail: str = "", code: str = "image_unreadable") -> None:
        super().__init__(user_message, detail)
        self.code = code


class RequestError(EngineError):
    """The request itself cannot be carried out (empty, impossible settings, prompt too long)."""

    code = "request_invalid"


class DeviceError(EngineError):
    """The asked-for device or precision is not available on this machine."""

    code = "device_unavailable"


class OutOfMemoryError(EngineError):
    """The device or the machine ran out of memory; the engine goes on."""

    code = "out_of_memory"


class EngineFaultedError(EngineError):
    """The device is in a state from which only a restart of the engine recovers."""

    code = "engine_faulted"


class KernelUnavailableError(EngineError):
    """The fast kernels cannot be used with this card, driver or model; the engine goes on without them."""

    code = "kernel_unavailable"


class SelfCheckError(EngineError):
    """A faster way to compute did not give what the plain one gives; it is not used."""

    code = "self_check"


class KernelFaultError(EngineError):
    """A fast kernel gave up; what it was computing must be computed again without it."""

    code = "kernel_fault"
