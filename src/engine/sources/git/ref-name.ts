const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i
const abbreviatedCommitId = /^[0-9a-f]{4,63}$/i

/** Reports whether the string is a complete SHA-1 or SHA-256 object ID. */
export const isCommitId = (text: string): boolean => commitId.test(text)

/** Reports whether the string may be an abbreviated object ID. It may also be a branch name. */
export const looksAbbreviated = (text: string): boolean => abbreviatedCommitId.test(text) && !isCommitId(text)

const maxNameLength = 255

/**
 * Describes what is wrong with a branch or tag name according to git-check-ref-format(1), as the end of a sentence.
 * Returns undefined for a valid name.
 */
export function refNameProblem(name: string): string | undefined {
  if (Buffer.byteLength(name) > maxNameLength) return `is longer than ${maxNameLength} bytes`
  if (/[\p{Cc} ~^:?*[\\]/u.test(name) || !name.isWellFormed())
    return 'contains a space, a control character, or one of the characters ~ ^ : ? * [ \\'
  if (name.includes('..') || name.includes('@{') || name === '@') return 'contains ".." or "@{", or is only "@"'
  if (name.startsWith('-')) return 'starts with a dash'
  const segments = name.split('/')
  if (
    segments.some((segment) => segment === '' || segment.startsWith('.') || segment.endsWith('.lock')) ||
    name.endsWith('.')
  ) {
    return 'has an empty part, a part that starts with a dot or ends with ".lock", or a dot at its end'
  }
  return undefined
}
