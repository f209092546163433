/**
 * Tags under which projects keep a version, the usual ones first: `v1.2.3`, `1.2.3`, and in repositories of several
 * packages those with the package's name, as changesets (`name@1.2.3`), release-please (`name-v1.2.3`) and others write
 * them.
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
  // In a repository of several packages the plain tag may be that of another one.
  return [
    ...new Set([...own, `v${version}`, version, `release-${version}`, `release/${version}`, `V${version}`]),
  ].filter((tag) => tag.length <= maxTagLength && /^[\w@./+-]+$/.test(tag) && !tag.includes('..'))
}

const maxTagLength = 250
