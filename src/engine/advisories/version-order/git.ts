import { tokenOrder } from './tokens.ts'

/**
 * Tags and commits of a git repository. They have no order, so only equal ones are compared: a tag is equal with and
 * without a leading `v`, because records of a package list its versions and not the tags of its repository.
 */
export const gitOrder = tokenOrder((text) =>
  text === '' || text.includes(' ') ? undefined : [{ rank: 0, text: text.toLowerCase().replace(/^v(?=\d)/, '') }],
)
