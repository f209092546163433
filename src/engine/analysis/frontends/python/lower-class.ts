import { FunctionFlag, MemberFlag, Op, ParameterKind } from '../../ir/operations.ts'
import { variable } from '../../ir/variable.ts'
import type { ClassBody, Lowering } from './lowering.ts'
import { lastName, type Of } from './python-tree.ts'
import { resolved, type Scope } from './scope.ts'

/** Lowers a class. The body runs at the definition, and the names bound in it become class members. */
export function lowerClass(to: Lowering, node: Of<'ClassDef'>): void {
  const scope = to.scopes.byNode.get(node)
  const offset = to.offsetOf(node)
  const decorators = node.decorator_list.map((one) => ({ value: to.expression(one), at: to.offsetOf(one) }))
  // `Base[T]` is `Base` with type arguments, which the base class can read.
  const bases = node.bases.map((base) =>
    to.expression(base.nodeType === 'Subscript' ? base.value : base.nodeType === 'Starred' ? base.value : base),
  )
  for (const base of node.bases)
    if (base.nodeType === 'Subscript') to.node(Op.Opaque, to.offsetOf(base.slice), to.expression(base.slice))
  // The metaclass creates the class, and receives the other keywords with the base class.
  for (const { value } of node.keywords) to.node(Op.Opaque, to.offsetOf(value), to.expression(value))
  if (!scope) {
    to.tooDeep(node)
    return
  }
  const index = to.openClass()
  const made = to.node(Op.Class, offset, index)
  to.assignName(node.name, made)
  const around = { classBody: to.classBody, superclass: to.superclass }
  const body: ClassBody = { members: [], methods: new Set(), fieldTypes: [], fields: [], creator: -1 }
  to.classBody = body
  to.superclass = superclassOf(to, bases, offset)
  to.inScope(node, () => {
    to.statements(node.body)
    if (body.creator < 0 && takesFields(node)) body.creator = fieldCreator(to, { node, scope, body })
    addAttributes(to, scope, body)
  })
  to.classBody = around.classBody
  to.superclass = around.superclass
  to.closeClass(index, {
    name: to.string(node.name),
    bases,
    members: body.members,
    creator: body.creator,
    initializer: -1,
    fieldTypes: body.fieldTypes,
  })
  for (const { value, at } of decorators) to.node(Op.Call, at, value, made)
}

/** Returns the class that `super()` refers to in a class's methods. */
function superclassOf(to: Lowering, bases: readonly number[], offset: number): Lowering['superclass'] {
  const [first] = bases
  if (first === undefined) return undefined
  const made = variable({ name: 'super', isShared: false, isConstant: true })
  to.declare(made)
  to.assign(
    made,
    bases.length === 1
      ? first
      : to.nodeOf(
          Op.Phi,
          offset,
          bases.flatMap((base) => [base, to.current.region]),
        ),
  )
  return made
}

/** Adds the names bound in the body, except methods, as class and instance attributes. */
function addAttributes(to: Lowering, scope: Scope, { members, methods }: ClassBody): void {
  for (const [name, one] of scope.names) {
    if (methods.has(name) || one.assigned.length === 0) continue
    const value = to.read(one, to.current.offset)
    members.push({ key: to.string(name), value, flags: MemberFlag.static }, { key: to.string(name), value, flags: 0 })
  }
}

/**
 * True for classes whose constructor stores its arguments in fields unchecked. Classes that validate them, as pydantic
 * does, are recognized by their schema.
 */
function takesFields({ decorator_list: decorators, bases }: Of<'ClassDef'>): boolean {
  return (
    decorators.some((one) => fieldDecorators.has(lastName(one) ?? '')) ||
    bases.some((one) => fieldBases.has(lastName(one) ?? ''))
  )
}

const fieldDecorators = new Set(['dataclass', 'define', 'frozen', 'attrs', 'attr', 's', 'mutable'])
const fieldBases = new Set(['NamedTuple', 'Struct'])

/**
 * Emits the constructor that `@dataclass` generates: it stores its parameters under their names. Fields of base classes
 * in the same file come first.
 */
function fieldCreator(
  to: Lowering,
  { node, scope, body }: { readonly node: Of<'ClassDef'>; readonly scope: Scope; readonly body: ClassBody },
): number {
  const offset = to.offsetOf(node)
  const inherited = node.bases.flatMap((base) =>
    base.nodeType === 'Name' ? (to.dataFields.get(resolved(scope, base.id) ?? unknownBase) ?? []) : [],
  )
  const bases = inherited.length > maxInherited ? [] : inherited
  const own = body.fields.filter(({ annotation }) => !/^(?:\w+\.)?(?:ClassVar|KW_ONLY)\b/.test(annotation))
  const fields = [...new Map([...bases, ...own].map((field) => [field.name, field])).values()]
  const made = scope.parent && resolved(scope.parent, node.name)
  if (made) to.dataFields.set(made, fields)
  return to.writeFunction(
    { name: '__init__', offset, flags: FunctionFlag.constructor | FunctionFlag.receiverIsParameter },
    () => {
      const self = to.parameter({ name: 'self', offset })
      const taken = fields.map((field) => ({ ...field, parameter: to.parameter(field) }))
      // Fields that a base class in another file declares are passed by name.
      const rest = to.superclass ? to.parameter({ name: 'kwargs', offset, kind: ParameterKind.keywordRest }) : -1
      for (const { name, parameter, hasDefault, offset: at } of taken) {
        const other = hasDefault ? scope.names.get(name) : undefined
        const value = other
          ? to.node(Op.Phi, at, parameter, to.current.region, to.read(other, at), to.current.region)
          : parameter
        to.node(Op.Store, at, self, to.string(name), value)
      }
      if (to.superclass)
        to.node(Op.Call, offset, to.read(to.superclass, offset), to.node(Op.SpreadKeywords, offset, rest))
      if (body.methods.has('__post_init__') || bases.length > 0) to.callMethod(self, '__post_init__', [], offset)
    },
  )
}

/** Maximum number of inherited fields listed by a constructor. Further ones are accepted only as keywords. */
const maxInherited = 200

/** Placeholder for a base class that no scope declares. */
const unknownBase = variable({ name: '', isShared: false, isConstant: true })
