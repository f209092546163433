import git


def changes(repository: str, target: str) -> str:
    repo = git.Repo(repository)
    if target.startswith("-"):
        raise git.exc.BadName(target)
    repo.rev_parse(target)
    return repo.git.diff(target)


def branches(repository: str) -> list[str]:
    return [head.name for head in git.Repo(repository).heads]
