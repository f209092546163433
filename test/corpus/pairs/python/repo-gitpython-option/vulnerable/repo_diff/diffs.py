import git


def changes(repository: str, target: str) -> str:
    repo = git.Repo(repository)
    return repo.git.diff(f"{target}")


def branches(repository: str) -> list[str]:
    return [head.name for head in git.Repo(repository).heads]
