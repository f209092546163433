import { tokenOrder } from './tokens.ts'

/**
 * Equality of tags and commits of a git repository, which have no order. A leading `v` is ignored, because the records
 * of a package list its versions and not the tags of its repository.
 */
export const gitOrder = tokenOrder((text) =>
  text === '' || text.includes(' ') ? undefined : [{ rank: 0, text: text.toLowerCase().replace(/^v(?=\d)/, '') }],
)
