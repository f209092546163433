import { dataflowLimits } from '../dataflow-limits.ts'
import { Op } from '../ir/operations.ts'
import { harmlessTypes, inlinedSchema } from './inlined-schemas.ts'
import { isJsonSchema, jsonSchemaCheck, jsonSchemaShape } from './json-schema.ts'
import type { KnownProgram } from './known-program.ts'
import { methodShape } from './method-shape.ts'
import { classShape, hintShape } from './annotation-shapes.ts'
import type { SchemaReading } from './schema-reading.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf, type Steps } from './schema-steps.ts'
import { formatMasks, schemaWords } from './schema-words.ts'
import {
  anyShape,
  anyTextShape,
  eitherShape,
  harmlessShape,
  listShape,
  objectShape,
  replacedShape,
  type Shape,
  shapeAt,
  textShape,
} from './shape.ts'
import { wordShape } from './word-shape.ts'

/** Shapes by program. Reading a schema is pure, so the cache only saves time. */
const remembered = new WeakMap<
  KnownProgram['references'],
  {
    readonly shapes: Map<number, Shape | undefined>
    readonly jsonShapes: Map<number, Shape | undefined>
    readonly all: Steps
  }
>()

/**
 * Returns the shape of the values accepted by a schema. Supports zod 3 and 4, valibot, TypeBox, Joi, yup, objects that
 * contain such schemas, JSON Schemas, and Python classes. Undefined if the value is not a readable schema.
 */
export function shapeOfSchema(known: KnownProgram, node: number): Shape | undefined {
  const { shapes, all } = memoryOf(known)
  return recalled(shapes, all, node, (steps) => new SchemaReader(known, steps).read(node, 0))
}

/**
 * Returns the shape of the values accepted by a JSON Schema. The caller must know that the object is a schema, because
 * `{}` accepts everything.
 */
export function shapeOfJsonSchema(known: KnownProgram, node: number): Shape | undefined {
  const { jsonShapes, all } = memoryOf(known)
  return recalled(jsonShapes, all, node, (steps) => jsonSchemaShape(known, node, jsonSchemaCheck(known, node, steps)))
}

function memoryOf({ references }: KnownProgram) {
  let memory = remembered.get(references)
  if (!memory)
    remembered.set(
      references,
      (memory = { shapes: new Map(), jsonShapes: new Map(), all: { left: dataflowLimits.maxTotalSchemaParts } }),
    )
  return memory
}

function recalled(
  shapes: Map<number, Shape | undefined>,
  all: Steps,
  node: number,
  read: (steps: Steps) => Shape | undefined,
): Shape | undefined {
  if (shapes.has(node)) return shapes.get(node)
  const most = Math.min(dataflowLimits.maxSchemaParts, all.left)
  const steps = { left: most }
  const shape = read(steps)
  all.left -= most - Math.max(0, steps.left)
  shapes.set(node, shape)
  return shape
}

class SchemaReader implements SchemaReading {
  readonly known: KnownProgram
  readonly #steps: Steps

  constructor(known: KnownProgram, steps: Steps) {
    this.known = known
    this.#steps = steps
  }

  /** Merges the shapes of all of a value's definitions. Each definition must be a schema. */
  read(node: number, depth: number): Shape | undefined {
    if (depth > dataflowLimits.maxSchemaDepth || (this.#steps.left -= 1) < 0) return undefined
    const definitions = definitionsOf(this.known, node)
    if (definitions.length > dataflowLimits.maxDefinitions) return undefined
    let found: Shape | undefined
    for (const definition of definitions) {
      const shape = this.#readDefinition(definition, depth)
      if (!shape) return undefined
      found = found ? eitherShape(found, shape) : shape
    }
    return found
  }

  #readDefinition(node: number, depth: number): Shape | undefined {
    const { program } = this.known
    switch (program.op(node)) {
      case Op.Call:
      case Op.New:
        return this.#readCall(node, depth)
      case Op.ObjectOf:
        return isJsonSchema(this.known, node)
          ? jsonSchemaShape(this.known, node, jsonSchemaCheck(this.known, node, this.#steps), depth)
          : (this.#readDescribed(node, depth) ?? this.#readFields(node, depth))
      case Op.Load:
        return this.#readPart(node, depth)
      case Op.Class:
        return classShape(this.known, program.operand(node, 0), this.#steps)
      case Op.Global:
      case Op.Import:
        return this.#readNamed(node)
      default:
        return undefined
    }
  }

  /** Reads a type by name if the language checks types at run time. */
  #readNamed(node: number): Shape | undefined {
    const file = this.known.program.fileOf(node)
    const [external] = this.known.references.externals(node)
    return file.semantics.values.checksAnnotations && external !== undefined
      ? hintShape(this.known, external, file, this.#steps)
      : undefined
  }

  /** Reads `Schema.shape`, `Schema.shape.field`, and `Schema.element`. */
  #readPart(node: number, depth: number): Shape | undefined {
    const { program } = this.known
    const key = program.text(node, 1)
    const owner = this.read(program.operand(node, 0), depth + 1)
    if (!owner) return undefined
    if (key === 'shape' || key === 'fields' || key === 'entries') return owner
    return shapeAt(owner, key === 'element' ? undefined : key)
  }

  /** Reads an object whose values are schemas, or descriptions whose `type` is a schema. */
  #readFields(node: number, depth: number): Shape | undefined {
    const { values, isOpen } = propertiesOf(this.known, node)
    const fields = new Map<string, Shape>()
    for (const [key, value] of values) {
      fields.set(key, this.read(value, depth + 1) ?? anyShape)
    }
    // An object that contains no schema is not a schema. An object without fields accepts nothing.
    if (fields.size > 0 && [...fields.values()].every((shape) => shape === anyShape || shape === anyTextShape))
      return isOpen ? undefined : this.#isSchemaLike(values.values()) ? objectShape(fields, harmlessShape) : undefined
    return objectShape(fields, isOpen ? anyShape : harmlessShape)
  }

  /** Reads `{ type: z.string(), description: 'where to' }`. */
  #readDescribed(node: number, depth: number): Shape | undefined {
    const { values } = propertiesOf(this.known, node)
    const type = values.get('type')
    if (
      type === undefined ||
      !['description', 'required', 'optional', 'default'].some(
        (key) => values.has(key) && !this.#isSchemaLike([values.get(key) ?? -1]),
      )
    )
      return undefined
    return this.#isSchemaLike([type]) ? this.read(type, depth + 1) : undefined
  }

  /** True if all values are calls, so they may be schemas that cannot be read. */
  #isSchemaLike(values: Iterable<number>): boolean {
    return [...values].every((value) =>
      definitionsOf(this.known, value).every((definition) => this.known.program.op(definition) === Op.Call),
    )
  }

  #readCall(call: number, depth: number): Shape | undefined {
    const name = calledName(this.known, call)
    const receiver = receiverOf(this.known, call)
    const inner = receiver === undefined ? undefined : this.#receiverShape(receiver, depth + 1)
    if (name !== undefined && inner) return methodShape(this, { name, call }, inner, depth)
    // If a call's receiver is the result of another method, it is not from a schema library: `yargs.option().number()`.
    if (receiver !== undefined && this.#isResultOfMethod(receiver)) return undefined
    const word = name === undefined ? undefined : schemaWords.get(name)
    if (name !== undefined && word !== undefined) return wordShape(this, word, call, depth)
    if (name === 'pipe') return this.#readPipe(call, depth)
    const format = name === undefined ? undefined : formatMasks.get(name)
    if (format !== undefined) return textShape(format)
    if (name === 'url' || name === 'uri' || name === 'httpUrl' || name === 'emoji') return anyTextShape
    return receiver === undefined
      ? (this.#readInlined(call, depth) ?? this.#readResult(call, depth))
      : this.#readResult(call, depth)
  }

  /** Reads a schema from a bundled library, whose functions may have other names. */
  #readInlined(call: number, depth: number): Shape | undefined {
    const inlined = inlinedSchema(this.known, call)
    if (!inlined) return undefined
    const { type, part } = inlined
    if (harmlessTypes.has(type)) return harmlessShape
    if (type === 'string') return anyTextShape
    const inner = part === undefined ? undefined : this.read(part, depth + 1)
    if (!inner) return undefined
    if (type === 'array' || type === 'set') return listShape(inner)
    return type === 'catch' ? replacedShape(inner) : inner
  }

  #isResultOfMethod(receiver: number): boolean {
    const { program } = this.known
    return definitionsOf(this.known, receiver).some(
      (one) => program.op(one) === Op.Call && program.op(program.operand(one, 0)) === Op.Load,
    )
  }

  /** Returns the shape of a method's receiver. Only calls and stored values can be schemas; `z` itself is not one. */
  #receiverShape(receiver: number, depth: number): Shape | undefined {
    const definitions = definitionsOf(this.known, receiver)
    const { program } = this.known
    return definitions.every(
      (one) => program.op(one) === Op.Call || program.op(one) === Op.New || isPartOfSchema(this.known, one),
    )
      ? this.read(receiver, depth)
      : undefined
  }

  /** Reads a project function that returns a schema. */
  #readResult(call: number, depth: number): Shape | undefined {
    const { program, references } = this.known
    let found: Shape | undefined
    for (const index of references.callees(call)) {
      for (const returned of program.functions[index]?.returns ?? []) {
        const shape = this.read(program.operand(returned, 0), depth + 1)
        if (!shape) return undefined
        found = found ? eitherShape(found, shape) : shape
      }
    }
    return found
  }

  /** Reads `v.pipe(v.string(), v.regex(/^a+$/))`: the first schema, narrowed by the actions after it. */
  #readPipe(call: number, depth: number): Shape | undefined {
    const [first, ...others] = positionalArguments(this.known, call)
    const start = first === undefined ? undefined : this.read(first, depth + 1)
    return (
      start &&
      others.reduce<Shape>((shape, action) => {
        const [definition] = definitionsOf(this.known, action)
        const name = definition === undefined ? undefined : calledName(this.known, definition)
        return name === undefined || definition === undefined
          ? anyShape
          : methodShape(this, { name, call: definition }, shape, depth)
      }, start)
    )
  }
}

/** True if an attribute on the path contains parts of a schema: `Schema.shape.field`. */
function isPartOfSchema({ program }: KnownProgram, load: number): boolean {
  let node = load
  for (let steps = 0; steps < 4 && program.op(node) === Op.Load; steps += 1) {
    if (['shape', 'element', 'fields', 'entries'].includes(program.text(node, 1))) return true
    node = program.operand(node, 0)
  }
  return false
}
