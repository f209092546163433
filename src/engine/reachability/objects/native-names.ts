/** Returns the words of lines that are separated by spaces. */
function named(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Methods of arrays that keep to the array, its elements, their arguments, and what their arguments return. */
export const arrayMethods: ReadonlySet<string> = named(
  'push unshift pop shift concat slice splice map filter forEach reduce reduceRight some every find findIndex',
  'findLast findLastIndex indexOf lastIndexOf includes join sort reverse flat flatMap fill at copyWithin',
  'toSorted toReversed toSpliced with',
)
export const functionMethods: ReadonlySet<string> = new Set(['call', 'apply', 'bind'])
/** Methods of all objects that do not call or keep their arguments. */
export const objectMethods: ReadonlySet<string> = named(
  'hasOwnProperty isPrototypeOf propertyIsEnumerable valueOf toString toLocaleString',
)
/** Prototypes of the things that a program creates, and of texts and numbers. */
export const prototypes = ['Object', 'Array', 'Function', 'String', 'Number', 'Boolean'].map(
  (name) => `${name}.prototype`,
)

/** Functions that neither call nor keep their arguments, and return text, numbers, and the like. */
const passive: ReadonlySet<string> = named(
  'String Number Boolean BigInt Symbol parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent',
  'encodeURI decodeURI escape unescape Array.isArray Object.is Object.hasOwn Object.isFrozen Object.isSealed',
  'Object.isExtensible Number.isInteger Number.isNaN Number.isFinite Number.isSafeInteger Number.parseFloat',
  'Number.parseInt String.fromCharCode String.fromCodePoint Date.now Symbol.for clearTimeout clearInterval',
)
/** Functions that return a new list of texts. */
const lists: ReadonlySet<string> = named('Object.keys Object.getOwnPropertyNames Reflect.ownKeys')
/** Functions that return their argument. */
const returning: ReadonlySet<string> = named('Object.freeze Object.seal Object.preventExtensions')
/** Functions with a model of their own. */
const special: ReadonlySet<string> = named(
  'Object.assign Object.create Object.setPrototypeOf Reflect.setPrototypeOf Object.defineProperty',
  'Reflect.defineProperty Object.getPrototypeOf Reflect.getPrototypeOf Object.values Object.entries require',
  'util.inherits Array.prototype.* Object.defineProperties Object.prototype.__defineGetter__',
  'Object.prototype.__defineSetter__',
)
/** Objects whose attributes may be modeled. */
const holders: ReadonlySet<string> = named(
  'Object Array Function String Number Math Reflect Date util Symbol',
  [...prototypes].join(' '),
)

export type NativeModel = 'passive' | 'list' | 'returning' | 'array' | 'special' | 'holder'

/** How a function or object of the runtime behaves, or undefined if that is not known. */
export function modelOf(name: string): NativeModel | undefined {
  if (special.has(name)) return 'special'
  if (/^Math\.\w+$/.test(name) || passive.has(name)) return 'passive'
  if (lists.has(name)) return 'list'
  if (returning.has(name) || name === 'Object.prototype.valueOf') return 'returning'
  if (holders.has(name)) return 'holder'
  const [, owner, method] = /^(Object|Array|Function)\.prototype\.(\w+)$/.exec(name) ?? []
  if (method === undefined) return undefined
  if (owner === 'Object') return objectMethods.has(method) ? 'passive' : undefined
  if (owner === 'Array') return arrayMethods.has(method) ? 'array' : undefined
  return functionMethods.has(method) ? 'special' : undefined
}

export const isModeled = (name: string) => modelOf(name) !== undefined

/** Methods of texts that call methods of their arguments or functions that they receive. */
export const textMethods: ReadonlySet<string> = named('replace replaceAll split match matchAll search')

/** Methods that operators call: conversions, `await`, and iteration. */
export const operatorMethods: ReadonlySet<string> = named('toString valueOf then next return throw')

/** Variables of the runtime that hold text, numbers, or nothing. */
export const plainGlobals: ReadonlySet<string> = named('undefined NaN Infinity __dirname __filename')
