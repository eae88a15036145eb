"""RunQueue: answers that are being made, one at a time, in the order in which they were asked for. GUI
thread.

Owns the life of an answer from QUEUED to its end state; `ChatController` owns what a conversation is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Qt, Signal

from app.bridge import EngineBridge
from app.controllers.turns import NoQuestionError, Reading, plan_for
from app.domain import Message, MessageState, RequestKind, ResumePoint, RunOutcome
from app.json_answer import judged
from app.read_lines import continued_lines
from app.settings import SettingsStore
from app.storage.errors import StorageError

_STOPPING = "Stopping…"


@dataclass(slots=True)
class _Run:
    """One answer on its way. Mutated only by the queue."""

    message: Message
    resume: ResumePoint | None
    kept_characters: int = 0
    """How much of the text was there before."""
    pieces: list[str] = field(default_factory=list)
    stopping: bool = False

    @property
    def shown(self) -> Message:
        """The message with all the text that was shown of it."""
        if not self.pieces:
            return self.message
        # Folded in here, so that each piece is joined once however often this is asked.
        self.message = replace(self.message, text="".join((self.message.text, *self.pieces)))
        self.pieces.clear()
        return self.message


class RunQueue(QObject):
    """One active run and those that wait."""

    text_appended = Signal(str, str)
    """message id, text"""
    updated = Signal(object)
    """Message: its state or the sentence about it changed"""
    ended = Signal(object)
    """Message in its end state; follows `updated`"""
    resume_noted = Signal(str, object)
    """message id, ResumePoint: where the answer would go on if all ended here"""
    left_ended = Signal(object)
    """Message: how an answer ended that was under way when `take_all` gave all up"""

    def __init__(
        self,
        bridge: EngineBridge,
        settings: SettingsStore,
        branch_to: Callable[[Message], Sequence[Message]],
        load_picture: Callable[[str], bytes],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._settings = settings
        self._branch_to = branch_to
        self._load_picture = load_picture
        self._active: _Run | None = None
        self._left: _Run | None = None
        self._waiting: deque[_Run] = deque()
        bridge.progress_changed.connect(self._on_progress_changed)
        bridge.text_appended.connect(self._on_text_appended)
        bridge.resume_noted.connect(self._on_resume_noted)
        bridge.run_finished.connect(self._on_run_finished)
        # Queued: after a folder that failed, the model that stands in for it has been asked for by then.
        queued = Qt.ConnectionType.QueuedConnection
        bridge.model_loaded.connect(self._on_load_ended, queued)
        bridge.model_failed.connect(self._on_load_ended, queued)

    def add(self, message: Message, resume: ResumePoint | None = None) -> None:
        """Make this answer (its state is QUEUED) when its turn comes."""
        self._waiting.append(_Run(message, resume, 0 if resume is None else len(message.text)))
        self._begin_next()

    def live(self, message_id: str) -> Message | None:
        """The answer as shown, while it is on its way."""
        return next((run.shown for run in self._runs() if run.message.id == message_id), None)

    @property
    def waiting(self) -> int:
        """How many answers wait for the active one."""
        return len(self._waiting)

    def runs_in(self, conversation_id: str) -> bool:
        """Whether an answer of the conversation is on its way."""
        return any(run.message.conversation_id == conversation_id for run in self._runs())

    def stop(self, conversation_id: str) -> None:
        """End what is on its way in the conversation: what waits at once, the active one within a step."""
        waiting = [run for run in self._waiting if run.message.conversation_id == conversation_id]
        for run in waiting:
            self._waiting.remove(run)
            self._end(run, RunOutcome(MessageState.STOPPED))
        run_ = self._active
        if run_ is not None and run_.message.conversation_id == conversation_id and not run_.stopping:
            run_.stopping = True
            self._say(run_, run_.message.state, _STOPPING)
            self._bridge.cancel(run_.message.id)

    def abandon(self, conversation_id: str) -> None:
        """Forget what is on its way in a conversation that is being deleted; nothing more is said of it."""
        self._waiting = deque(run for run in self._waiting if run.message.conversation_id != conversation_id)
        if self._active is not None and self._active.message.conversation_id == conversation_id:
            message_id, self._active = self._active.message.id, None
            self._bridge.cancel(message_id)
            self._begin_next()

    def take_all(self) -> tuple[Message, ...]:
        """What is on its way, as shown; the queue is empty afterwards. `left_ended` may follow."""
        messages = tuple(run.shown for run in self._runs())
        self._left, self._active = self._active, None
        self._waiting.clear()
        return messages

    def _runs(self) -> list[_Run]:
        return [*([self._active] if self._active is not None else []), *self._waiting]

    def _begin_next(self) -> None:
        # A loop, not a call per run: a run that cannot begin ends at once, and a hundred may do so in a row.
        while self._active is None and self._waiting and not self._bridge.awaits_first_model:
            run = self._active = self._waiting.popleft()
            message = run.message
            try:
                plan = plan_for(self._branch_to(message), message.id, self._load_picture)
            except (StorageError, NoQuestionError) as error:
                self._active = None
                self._end(run, RunOutcome(MessageState.FAILED, error.sentence))
                continue
            limit = self._settings.settings.max_new_tokens
            budget = self._settings.settings.image_budget_tokens
            if isinstance(plan, Reading):
                self._bridge.read(
                    message.id,
                    plan.pictures,
                    resume=run.resume,
                    max_new_tokens=limit,
                    markdown=plan.markdown,
                    image_budget_tokens=budget,
                )
            else:
                self._bridge.ask(
                    message.id,
                    plan.turns,
                    resume=run.resume,
                    max_new_tokens=limit,
                    image_budget_tokens=budget,
                )

    def _on_load_ended(self, *_: object) -> None:
        self._begin_next()

    def _on_progress_changed(self, message_id: str, sentence: str, done: int, total: int) -> None:  # noqa: ARG002
        run = self._active
        if run is None or run.message.id != message_id or run.stopping:
            return
        if (run.message.state, run.message.state_detail) != (MessageState.STREAMING, sentence):
            self._say(run, MessageState.STREAMING, sentence)

    def _on_text_appended(self, message_id: str, text: str) -> None:
        if self._left is not None and self._left.message.id == message_id:
            self._left.pieces.append(text)
        run = self._active
        if run is None or run.message.id != message_id:
            return
        if not run.stopping and (run.message.state, run.message.state_detail) != (MessageState.STREAMING, ""):
            self._say(run, MessageState.STREAMING, "")
        run.pieces.append(text)
        self.text_appended.emit(message_id, text)

    def _on_resume_noted(self, message_id: str, point: ResumePoint) -> None:
        run = self._active
        if run is not None and run.message.id == message_id:
            noted = replace(point, characters=len(run.shown.text))
            run.message = replace(run.shown, resume=noted)
            self.resume_noted.emit(message_id, noted)

    def _on_run_finished(self, message_id: str, outcome: RunOutcome) -> None:
        left = self._left
        if left is not None and left.message.id == message_id:
            self._left = None
            self.left_ended.emit(_ended(left, outcome))
        run = self._active
        if run is None or run.message.id != message_id:
            return
        self._active = None
        self._end(run, outcome)
        self._begin_next()

    def _say(self, run: _Run, state: MessageState, sentence: str) -> None:
        run.message = replace(run.shown, state=state, state_detail=sentence)
        self.updated.emit(run.message)

    def _end(self, run: _Run, outcome: RunOutcome) -> None:
        message = _ended(run, outcome)
        self.updated.emit(message)
        self.ended.emit(message)


def _ended(run: _Run, outcome: RunOutcome) -> Message:
    """The answer with all that its run said, in its end state."""
    shown = run.shown
    # The engine's text is the whole of a run of its own; after a resume it is only the end of what was shown.
    own = run.resume is None and outcome.state is not MessageState.FAILED and outcome.stats is not None
    text = outcome.text if own else shown.text
    state, sentence = outcome.state, outcome.state_detail
    if state is MessageState.EMPTY and text:
        # A continuation that adds nothing: the text that was there is complete.
        state, sentence = MessageState.COMPLETE, ""
    request = shown.request
    if request is not None and request.kind is RequestKind.JSON and state is MessageState.COMPLETE:
        verdict = judged(text, request.schema)
        state = MessageState.COMPLETE if verdict.fits else MessageState.INVALID
        sentence = verdict.sentence
    return replace(
        shown,
        text=text,
        state=state,
        state_detail=sentence,
        stats=outcome.stats,
        # A run that failed, or never began, leaves what was known before it.
        resume=shown.resume if outcome.stats is None else outcome.resume,
        lines=continued_lines(shown.lines, outcome.lines, text, run.kept_characters),
    )
