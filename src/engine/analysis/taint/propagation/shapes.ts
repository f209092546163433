import { PairMap } from '../../ir/pair-map.ts'
import { harmlessShape, mergedShape, objectShape, othersOf, type Shape, shapeAt } from '../../schemas/shape.ts'
import { isPrivateName } from '../../ir/private-name.ts'
import type { TaintMask } from '../../taint-kind.ts'
import { addNames, deepest, deepestKey, depthOf, keptFlag, limitedTo, narrowed, shallow } from './shape-parts.ts'

interface WrittenShape {
  /** Id that is equal for equal shapes, up to the maximum depth. */
  readonly id: number
  /** Number of levels. Infinity if some levels were omitted. */
  readonly depth: number
}

/** Numbers the shapes of tainted values. Equal shapes get the same number. */
export class Shapes {
  readonly #shapes: Shape[] = []
  /** Shape numbers, by id from `#writtenAs`. */
  readonly #numbers = new Map<number, number>()
  /** Shape numbers by object. Weak, because most shapes are created only to look up an equal one. */
  readonly #identical = new WeakMap<Shape, number>()
  readonly #written = new WeakMap<Shape, WrittenShape>()
  /** Ids by string key, which is built from a shape's taint kinds and the ids of its parts. */
  readonly #ids = new Map<string, number>()
  /** Shapes by id. */
  readonly #parts = new Map<number, Shape>()
  /** Numbers of field keys, from 1; 0 means any key. */
  readonly #keys = new Map<string, number>()
  /**
   * `#fields` maps a shape and a key to 1 plus the field's shape, or to 0 if the field carries no taint. `#wrapped`
   * maps a shape and a key to the object that has the shape under this key.
   */
  readonly #fields = new PairMap()
  readonly #wrapped = new PairMap()
  /** Shape that remains, by original shape and mask. */
  readonly #limited = new PairMap()
  /** Shape after validation, by original shape and schema shape. */
  readonly #parsed = new PairMap()
  /** Field names in all shapes. */
  readonly #names = new Set<string>()
  /** Shape without nested parts, and shape without parts, by shape. */
  readonly #flat = new Map<number, number>()
  readonly #merged = new Map<number, number>()
  #trustsPrivateFields = false
  /** String shapes by mask. */
  readonly #texts = new Map<TaintMask, number>()

  number(shape: Shape): number {
    const known = this.#identical.get(shape)
    if (known !== undefined) return known
    const { id } = this.#writtenAs(shape, 0)
    if (!this.#numbers.has(id)) addNames(shape, this.#names, 0)
    const number = this.#numbers.get(id) ?? this.#shapes.push(this.#shared(shape)) - 1
    this.#numbers.set(id, number)
    this.#identical.set(shape, number)
    return number
  }

  /**
   * Returns the identity and depth of a shape, up to the maximum depth. Cached per part, because most new shapes wrap a
   * known one.
   */
  #writtenAs(shape: Shape, depth: number): WrittenShape {
    const { carries, fields, others, mergesPrivateFields } = shape
    if (depth > deepestKey) return { id: this.#idOf(String(carries)), depth: Infinity }
    const known = this.#written.get(shape)
    if (known && depth + known.depth <= deepestKey + 1) return known
    let below = 0
    const written = (part: Shape) => {
      const inner = this.#writtenAs(part, depth + 1)
      below = Math.max(below, inner.depth)
      return inner.id
    }
    const named = fields
      ? [...fields]
          .map(([key, part]) => `${JSON.stringify(key)}:${written(part)}`)
          .sort()
          .join(',')
      : ''
    const flag = mergesPrivateFields === true ? '#' : ''
    const made = {
      id: this.#idOf(`${carries}${flag}{${named}|${others ? written(others) : ''}}`),
      depth: below + 1,
    }
    if (made.depth < Infinity) this.#written.set(shape, made)
    return made
  }

  /**
   * Returns an equal shape that shares its parts with other shapes. Without sharing, the 23,000 shapes of a 2 MB
   * bundle, with 30 objects each, took 150 of 250 MB of heap (measured). Returns recursive shapes unchanged.
   */
  #shared(shape: Shape): Shape {
    const written = this.#written.get(shape)
    if (!written) return shape
    const known = this.#parts.get(written.id)
    if (known) return known
    const { carries, fields, others } = shape
    const made: Shape = {
      ...keptFlag(shape),
      carries,
      ...(fields && { fields: new Map([...fields].map(([key, part]) => [key, this.#shared(part)])) }),
      ...(others && { others: this.#shared(others) }),
    }
    this.#parts.set(written.id, made)
    this.#written.set(made, written)
    return made
  }

  #idOf(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }

  shape(number: number): Shape {
    return this.#shapes[number] ?? { carries: 0 }
  }

  /** Returns the taint kinds that a string derived from a value of this shape may carry. */
  carries(number: number): TaintMask {
    return this.shape(number).carries
  }

  /**
   * From now on, a value has a private field only if code stored one in it. Until then, a value of unknown origin may
   * be an instance of any class.
   */
  trustPrivateFields(): void {
    this.#trustsPrivateFields = true
  }

  /** Returns a field's shape, or any element's shape if the key is `undefined`. Undefined if it carries no taint. */
  at(number: number, key: string | undefined): number | undefined {
    if (this.#trustsPrivateFields && key !== undefined && isPrivateName(key)) {
      const { fields, mergesPrivateFields } = this.shape(number)
      if (mergesPrivateFields !== true && fields?.has(key) !== true) return undefined
    }
    const keyNumber = this.#keyNumber(key)
    const known = this.#fields.get(number, keyNumber)
    if (known >= 0) return known === 0 ? undefined : known - 1
    const shape = shapeAt(this.shape(number), key)
    const found = shape.carries === 0 ? undefined : this.number(shape)
    this.#fields.set(number, keyNumber, found === undefined ? 0 : found + 1)
    return found
  }

  /** Reports whether a value is known to be an object that has a field with this name. */
  hasField(number: number, key: string): boolean {
    return this.shape(number).fields?.has(key) === true
  }

  /** Reports whether a value is known to be an object with named fields. */
  isObject(number: number): boolean {
    return this.shape(number).fields !== undefined
  }

  /** Reports whether any shape so far has a field with this name at any depth. */
  namesField(key: string): boolean {
    return this.#names.has(key)
  }

  #keyNumber(key: string | undefined): number {
    if (key === undefined) return 0
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    this.#keys.set(key, this.#keys.size + 1)
    return this.#keys.size
  }

  /** Returns an object shape that has the given shape under a key and no other taint. `undefined` means any key. */
  wrap(number: number, key: string | undefined): number {
    const keyNumber = this.#keyNumber(key)
    const known = this.#wrapped.get(number, keyNumber)
    if (known >= 0) return known
    const inner = this.shape(number)
    const { carries } = inner
    // Parts nested too deeply are merged; the outer levels stay distinct.
    const kept = depthOf(inner) >= deepest ? shallow(inner, deepest - 1) : inner
    const shape =
      key === undefined
        ? { carries, others: kept }
        : { carries, fields: new Map([[key, kept]]), others: { carries: 0 } }
    const made = this.number(shape)
    this.#wrapped.set(number, keyNumber, made)
    return made
  }

  /** Returns the object's shape after the values under these keys are replaced with untainted ones. */
  replaced(number: number, keys: readonly string[]): number {
    if (keys.length === 0) return number
    const shape = this.shape(number)
    const { carries, fields, others } = shape
    return this.number({
      ...keptFlag(shape),
      carries,
      fields: new Map([...(fields ?? []), ...keys.map((key): [string, Shape] => [key, { carries: 0 }])]),
      others: others ?? { ...keptFlag(shape), carries },
    })
  }

  /**
   * Returns a value's shape after a schema has validated it. An untainted field of an object literal stays untainted.
   */
  parsed(number: number, schema: number): number {
    const known = this.#parsed.get(number, schema)
    if (known >= 0) return known
    const [given, checked] = [this.shape(number), this.shape(schema)]
    const kept = (field: Shape, key: string | undefined) => (shapeAt(given, key).carries === 0 ? harmlessShape : field)
    const made =
      given.fields && checked.fields
        ? this.number(
            objectShape(
              new Map([...checked.fields].map(([key, field]) => [key, kept(field, key)])),
              othersOf(given).carries === 0 ? harmlessShape : othersOf(checked),
            ),
          )
        : schema
    this.#parsed.set(number, schema, made)
    return made
  }

  /**
   * Returns the shape of a string derived from a value, without the cleared taint kinds. Undefined if no taint kind
   * remains.
   */
  text(number: number, cleared: TaintMask): number | undefined {
    const carries = this.carries(number) & ~cleared
    if (carries === 0) return undefined
    const known = this.#texts.get(carries) ?? this.number({ carries })
    this.#texts.set(carries, known)
    return known
  }

  /** Returns the shape without its parts. Only private fields stay possible, see `mergedShape`. */
  merged(number: number): number {
    const known = this.#merged.get(number)
    if (known !== undefined) return known
    const shape = this.shape(number)
    const made = this.number(mergedShape(shape.carries, shape))
    this.#merged.set(number, made)
    return made
  }

  /** Returns the shape without nested parts. Its direct parts stay distinct. */
  flat(number: number): number {
    const known = this.#flat.get(number)
    if (known !== undefined) return known
    const made = this.number(shallow(this.shape(number), 2))
    this.#flat.set(number, made)
    return made
  }

  /**
   * Returns the shape restricted to these taint kinds, or undefined if none remains. Used if all sinks that a node
   * leads to are of these kinds, because distinguishing other kinds then has no benefit.
   */
  only(number: number, mask: TaintMask): number | undefined {
    const shape = this.shape(number)
    if ((shape.carries & mask) === 0) return undefined
    if ((shape.carries & ~mask) === 0) return number
    const known = this.#limited.get(number, mask)
    if (known >= 0) return known
    const kept = this.number(limitedTo(shape, mask, 0))
    this.#limited.set(number, mask, kept)
    return kept
  }

  /** Returns the shape without the cleared taint kinds. */
  without(number: number, cleared: TaintMask): number | undefined {
    if (cleared === 0) return number
    const carries = this.carries(number) & ~cleared
    return carries === 0 ? undefined : this.number(narrowed(this.shape(number), cleared, 0))
  }
}
