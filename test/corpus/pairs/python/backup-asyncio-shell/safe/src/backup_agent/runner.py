import asyncio


class BackupRunner:
    def __init__(self, repository: str) -> None:
        self.repository = repository

    async def _run(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await process.communicate()
        return output.decode(errors="replace")

    async def start(self, label: str) -> str:
        return await self._run("restic", "-r", self.repository, "backup", f"--tag={label}", "/home")

    async def snapshots(self) -> str:
        return await self._run("restic", "-r", self.repository, "snapshots", "--compact")
