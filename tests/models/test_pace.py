"""How many requests are sent at once: doubling, halving, then an eighth more per round."""

from __future__ import annotations

import asyncio

from panelwise.models._pace import Pace


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


async def full_round(pace):
    """As many requests as are allowed, all answered."""
    count = pace.limit
    for _ in range(count):
        await pace.acquire()
    for _ in range(count):
        pace.answered()
        pace.release()


def test_it_doubles_while_all_is_well_up_to_the_ceiling():
    async def grow():
        pace, limits = Pace(50), []
        for _ in range(5):
            limits.append(pace.limit)
            await full_round(pace)
        return limits

    assert asyncio.run(grow()) == [8, 16, 32, 50, 50]


def test_it_does_not_grow_when_it_does_not_hold_anything_back():
    async def idle():
        pace = Pace(64)
        for _ in range(100):
            await pace.acquire()
            pace.answered()
            pace.release()
        return pace.limit

    assert asyncio.run(idle()) == 8


def test_it_is_halved_once_per_volley_and_then_grows_by_one():
    async def cut():
        clock = Clock()
        pace, limits = Pace(64, clock), []
        await full_round(pace)
        sent = [await pace.acquire() for _ in range(16)]
        clock.time += 1
        for moment in sent:
            pace.refused(moment, retry_after=2.0)
            pace.release()
        limits.append(pace.limit)
        assert pace.pause == 2.0
        clock.time += 2
        for _ in range(2):
            await full_round(pace)
            limits.append(pace.limit)
        return limits

    assert asyncio.run(cut()) == [8, 9, 10]


def test_without_a_hint_pauses_double():
    async def refused():
        clock = Clock()
        pace, pauses = Pace(8, clock), []
        for _ in range(8):
            sent = await pace.acquire()
            clock.time += 0.1
            pace.refused(sent, None)
            pace.release()
            pauses.append(pace.pause)
            clock.time += pace.pause
        return pauses, pace.limit

    pauses, limit = asyncio.run(refused())
    assert pauses == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]
    assert limit == 1


def test_a_refusal_now_and_then_holds_only_itself_back():
    async def run():
        clock = Clock()
        pace = Pace(64, clock)
        for number in range(400):
            sent = [await pace.acquire() for _ in range(pace.limit)]
            clock.time += 0.2
            for place, moment in enumerate(sent):
                if number and (number + place) % 16 == 0:  # one in sixteen
                    pace.refused(moment, retry_after=30.0)
                else:
                    pace.answered()
                pace.release()
        return pace.limit, pace.pause

    assert asyncio.run(run()) == (64, 0.0)


def test_a_service_that_takes_eight_at_once_is_sent_hardly_more():
    async def run():
        clock = Clock()
        pace, sent, refused = Pace(64, clock), 0, 0
        for _ in range(300):
            clock.time += pace.pause
            moments = [await pace.acquire() for _ in range(pace.limit)]
            clock.time += 0.2
            for place, moment in enumerate(moments):
                if place < 8:
                    pace.answered()
                else:
                    pace.refused(moment, None)
                    refused += 1
                pace.release()
            sent += len(moments)
        return pace.limit, refused / sent

    limit, share = asyncio.run(run())
    assert 6 <= limit <= 12
    assert share < 0.2


def test_closing_wakes_everybody():
    async def close():
        pace = Pace(1)
        await pace.acquire()
        waiting = [asyncio.create_task(pace.acquire()) for _ in range(5)]
        await asyncio.sleep(0)
        pace.close()
        await asyncio.wait_for(asyncio.gather(*waiting), 1)

    asyncio.run(close())
