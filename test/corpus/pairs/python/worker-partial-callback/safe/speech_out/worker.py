from collections.abc import Callable

import anyio.to_thread


async def in_thread(action: Callable[[], str]) -> str:
    """Runs an action in a thread, one at a time."""
    return await anyio.to_thread.run_sync(action, limiter=anyio.CapacityLimiter(1))
