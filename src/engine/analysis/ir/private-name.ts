/**
 * Marks the name of a private field or method, so `this.#text` and `data['#text']` stay distinct. Names in data do not
 * start with a control character.
 */
const mark = '\u0001#'

/** Returns the property name of `#name` in the IR. */
export const privateName = (name: string): string => `${mark}${name}`

/** Reports whether only code of the declaring class can access a property with this name. */
export const isPrivateName = (name: string): boolean => name.startsWith(mark)

/** Returns a property name as it is written in the source: `#name`. */
export const writtenName = (name: string): string => (isPrivateName(name) ? name.slice(1) : name)
