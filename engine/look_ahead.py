"""Pictures of regions that wait, seen on the other cores while the present ones decode.

Owned by the engine thread, which alone calls what is here. One plain thread at a time prepares a region's
picture and runs the tower over it; it touches neither the cache nor a slot. It is for models whose decode
step keeps one core busy (`ONE_THREAD_BYTES`): the others would wait. On a machine without a second core, or
with a busy one, the regions are seen when their turn comes, or somewhat later; nobody waits for a barrier.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from engine.generation import Generation, Region
from engine.metrics import RunClock
from engine.models.base import PreparedImage, VisualFeatures

if TYPE_CHECKING:
    from engine.runtime import Runtime

MOST_LOOKS = 8
"""Regions seen before they have a slot: as many as decode side by side; each takes about two megabytes."""


@dataclass(slots=True, eq=False)
class Look:
    """What is seen of a region's pictures."""

    region: Region
    images: list[PreparedImage] = field(default_factory=list)
    features: VisualFeatures | None = None
    """None until it was seen, and where the request was cancelled meanwhile."""
    error: Exception | None = None
    clock: RunClock = field(default_factory=RunClock)
    thread: threading.Thread | None = None
    is_abandoned: bool = False

    def abandon(self) -> None:
        """Nobody wants it any more; it ends before the tower's next block."""
        self.is_abandoned = True
        if self.thread is not None:
            self.thread.join()

    @property
    def is_running(self) -> bool:
        return self.thread is not None and self.thread.is_alive()


class LookAhead:
    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._looks: dict[int, Look] = {}
        self._running: Look | None = None

    @property
    def is_busy(self) -> bool:
        """Whether the other cores are at work."""
        return self._running is not None and self._running.is_running

    def feed(self, waiting: Iterable[Region]) -> None:
        """Begin with the first waiting region that was not looked at, unless one is being looked at."""
        if not self._runtime.sees_ahead or self.is_busy:
            return
        self._running = None
        for region in islice(waiting, MOST_LOOKS):
            if id(region) not in self._looks and _is_piece(region):
                self._begin(region)
                return

    def holds_back(self, region: Region) -> bool:
        """Whether others should rather decode on: `region` is not seen yet and soon will be."""
        if not self._runtime.sees_ahead or not _is_piece(region):
            return False
        look = self._looks.get(id(region))
        return look is None or look.is_running

    def take(self, region: Region) -> Look | None:
        """What was seen of `region`, as soon as that is all; None where nobody looked.

        Raises: what looking raised.
        """
        look = self._looks.pop(id(region), None)
        if look is None:
            return None
        if look.thread is not None:
            look.thread.join()
        if look.error is not None:
            raise look.error
        return look

    def drop(self, generation: Generation) -> None:
        """Forget a request that is over."""
        self.drop_regions(
            [look.region for look in self._looks.values() if look.region.generation is generation]
        )

    def drop_regions(self, regions: Iterable[Region]) -> None:
        """Forget some regions, which nobody will ask for."""
        for region in regions:
            look = self._looks.pop(id(region), None)
            if look is not None:
                look.abandon()

    def _begin(self, region: Region) -> None:
        look = Look(region)
        look.thread = threading.Thread(target=self._see, args=(look,), name="look-ahead", daemon=True)
        self._looks[id(region)] = self._running = look
        look.thread.start()

    def _see(self, look: Look) -> None:
        generation, plan = look.region.generation, look.region.plan
        try:
            look.images, look.features = self._runtime.see(
                plan.shown,
                plan.budget_tokens,
                look.clock,
                lambda: look.is_abandoned or generation.cancelled(),
            )
        except Exception as error:  # noqa: BLE001 - raised where the region is taken
            look.error = error


def _is_piece(region: Region) -> bool:
    """Whether it is one of several of a page: nothing of it is kept for a later request."""
    return region.plan.page is not None and (region.is_probe or len(region.generation.regions) > 1)
