import { tokenOrder } from './tokens.ts'

/**
 * Equality of git tags and commits, which have no order. A leading `v` is ignored, because advisories list package
 * versions instead of repository tags.
 */
export const gitOrder = tokenOrder((text) =>
  text === '' || text.includes(' ') ? undefined : [{ rank: 0, text: text.toLowerCase().replace(/^v(?=\d)/, '') }],
)
