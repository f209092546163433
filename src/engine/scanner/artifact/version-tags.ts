/**
 * Returns common tag names for a version, most common first: `v1.2.3` and `1.2.3`. Also returns names that include the
 * package name, for repositories with several packages, in the forms used by changesets (`name@1.2.3`), release-please
 * (`name-v1.2.3`), and other tools.
 */
export function versionTags(name: string, version: string): string[] {
  const bare = name.replace(/^@[^/]*\//, '')
  const own = [name, bare].flatMap((word) => [
    `${word}@${version}`,
    `${word}@v${version}`,
    `${word}-v${version}`,
    `${word}-${version}`,
    `${word}/v${version}`,
    `${word}/${version}`,
    `${word}_v${version}`,
  ])
  // In a repository with several packages, the plain tag may belong to a different package.
  return [
    ...new Set([...own, `v${version}`, version, `release-${version}`, `release/${version}`, `V${version}`]),
  ].filter((tag) => tag.length <= maxTagLength && /^[\w@./+-]+$/.test(tag) && !tag.includes('..'))
}

const maxTagLength = 250
