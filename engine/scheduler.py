"""Which region gets a slot next: first come, first served, over all requests. Engine thread only; no tensors.

A request waits until every region of the requests before it has a slot; then its regions queue in reading
order. So a page's regions, and the next page's, fill the slots that are free, and one decode step serves all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from engine.generation import Generation, Region


class Scheduler:
    """Requests, regions and slots. The stepper asks it what to do and tells it what ended."""

    def __init__(self, slots: int) -> None:
        self._free = list(range(slots))
        self._requests: deque[Generation] = deque()
        self._regions: deque[Region] = deque()
        self._running: dict[int, Region] = {}

    @property
    def has_work(self) -> bool:
        return bool(self._requests or self._regions or self._running)

    @property
    def running(self) -> dict[int, Region]:
        """Regions being decoded, by slot, in order of admission."""
        return self._running

    @property
    def generations(self) -> list[Generation]:
        """Every request in hand, started or not, oldest first, without repetition."""
        started = [region.generation for region in [*self._running.values(), *self._regions]]
        return list(dict.fromkeys([*started, *self._requests]))

    def add(self, generation: Generation) -> None:
        """Queue a request."""
        self._requests.append(generation)

    def next_request(self) -> Generation | None:
        """The request to start now: the oldest waiting one, where a slot is free and no region waits."""
        if self._requests and self._free and not self._regions:
            return self._requests.popleft()
        return None

    def add_regions(self, regions: list[Region]) -> None:
        """Queue the regions of the request that was started."""
        self._regions.extend(regions)

    def add_first(self, regions: list[Region]) -> None:
        """Queue regions before all that wait."""
        self._regions.extendleft(reversed(regions))

    def drop_regions(self, regions: list[Region]) -> list[int]:
        """Forget some regions wherever they stand; returns the slots they held, which are free again."""
        # Regions are told apart by identity: two of them may say the same.
        gone = {id(region) for region in regions}
        self._regions = deque(region for region in self._regions if id(region) not in gone)
        slots = [slot for slot, region in self._running.items() if id(region) in gone]
        for slot in slots:
            self.release(slot)
        return slots

    @property
    def free(self) -> list[int]:
        """Slots that nobody runs in; some may still hold what ended there."""
        return self._free

    def next_region(self) -> Region | None:
        """The region to admit now: the oldest waiting one, where a slot is free."""
        return self._regions[0] if self._regions and self._free else None

    @property
    def waiting(self) -> Iterable[Region]:
        """Regions without a slot, the oldest first."""
        return self._regions

    def admit(self, slot: int) -> None:
        """Give the oldest waiting region this free slot."""
        self._free.remove(slot)
        self._running[slot] = self._regions.popleft()

    def release(self, slot: int) -> None:
        """The region in `slot` has ended."""
        del self._running[slot]
        self._free.append(slot)

    def drop(self, generation: Generation) -> list[int]:
        """Forget a request wherever it stands; returns the slots it held, which are free again."""
        if generation in self._requests:
            self._requests.remove(generation)
        self._regions = deque(region for region in self._regions if region.generation is not generation)
        slots = [slot for slot, region in self._running.items() if region.generation is generation]
        for slot in slots:
            self.release(slot)
        return slots
