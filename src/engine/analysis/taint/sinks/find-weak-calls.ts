import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { literalStores, type WeakCallModel, weakCallModels } from '../../models/sinks/weak-calls.ts'
import { givenValue, optionValues } from './call-arguments.ts'
import { canonicalName } from './canonical-names.ts'
import { findCommandDenyLists } from './command-deny-lists.ts'
import { nameWords, spacedName, wordsOf } from './value-words.ts'
import type { WeakCall } from './weak-call.ts'

/** Maximum number of weak calls in a report. */
export const maxWeakCalls = 200

const byCallee = Map.groupBy(weakCallModels, ({ callee }) => callee)
const passwordWords = /\b(?:passwords?|passwd|pass ?phrase)\b/

/** Finds calls and assignments that are insecure regardless of their input. */
export function findWeakCalls(
  known: KnownProgram,
  { runsCommands }: { /** True if the program's tools run commands. */ readonly runsCommands: boolean },
): WeakCall[] {
  const { program, references } = known
  const found: WeakCall[] = []
  const add = (node: number, weakness: WeakCall['weakness'], name: string) => {
    if (found.length < maxWeakCalls && !program.isDead(node))
      found.push({ weakness, name: name.slice(0, 200), ...program.placeOf(node) })
  }
  const decodings: { readonly call: number; readonly model: WeakCallModel | undefined }[] = []
  for (const call of program.index.ofAny(Op.Call, Op.New)) {
    const language = program.fileOf(call).semantics.libraries
    const models = new Set(
      references
        .externals(program.operand(call, 0))
        .flatMap((name) => byCallee.get(canonicalName(name).replace(/^(?:new )+/, '')) ?? []),
    )
    const model = [...models].find((one) => one.language === language && holds(known, call, one))
    if ([...models].some(({ weakness }) => weakness === 'unverified-token')) decodings.push({ call, model })
    if (model && model.weakness !== 'unverified-token') add(call, model.weakness, model.callee)
  }
  // An unverified decoding is acceptable if the same function also verifies a token, because it may first read a claim
  // to choose the key.
  const verifying = new Set(decodings.filter(({ model }) => !model).map(({ call }) => program.functionOf(call)))
  for (const { call, model } of decodings)
    if (model?.weakness === 'unverified-token' && !verifying.has(program.functionOf(call)))
      add(call, model.weakness, model.callee)
  for (const { of, key } of literalStores) {
    for (const store of program.index.naming(program.stringIndex(key))) {
      const isStore = program.op(store) === Op.Store && program.text(store, 1) === key
      if (
        isStore &&
        isSecretText(known, program.operand(store, 2)) &&
        references.externals(program.operand(store, 0)).some((name) => of.test(name))
      )
        add(store, 'literal-session-secret', key)
    }
  }
  for (const store of program.index.of(Op.StoreDynamic)) {
    const key = program.literalText(program.operand(store, 1))
    const owner = references.externals(program.operand(store, 0))
    if (
      key !== undefined &&
      literalStores.some((one) => one.key === key && owner.some((name) => one.of.test(name))) &&
      isSecretText(known, program.operand(store, 2))
    )
      add(store, 'literal-session-secret', key)
  }
  for (const node of runsCommands ? findCommandDenyLists(known) : []) add(node, 'command-filter-bypass', 'The test')
  return found
}

function holds(known: KnownProgram, call: number, { when }: WeakCallModel): boolean {
  switch (when.is) {
    case 'on':
    case 'off':
      return settings(known, call, when.option).some((value) => isConstant(known, value, when.is === 'on'))
    case 'literal': {
      const values = when.option === undefined ? [] : optionValues(known, call, when.option)
      const given = when.position === undefined ? undefined : givenValue(known, call, when.position)
      return [...values, ...(given && given.at.length === 0 ? [given.value] : [])].some((value) =>
        isSecretText(known, value),
      )
    }
    case 'password': {
      const given = givenValue(known, call, when.position)
      return given !== undefined && passwordWords.test(receiverWords(known, given.value, 0))
    }
  }
}

/** Returns the values of an option, or of one of its fields. */
function settings(known: KnownProgram, call: number, [option = '', field]: readonly string[]): readonly number[] {
  const values = optionValues(known, call, option)
  return field === undefined ? values : values.flatMap((value) => known.references.attribute(value, field))
}

function isConstant({ program, references }: KnownProgram, value: number, wanted: boolean): boolean {
  const origins = references.origins(value)
  return (origins.length === 0 ? [value] : origins).every(
    (one) =>
      program.op(one) === Op.Literal &&
      program.operand(one, 0) === LiteralKind.boolean &&
      program.text(one, 1).toLowerCase() === String(wanted),
  )
}

/** Reports whether a value is a literal string other than a public key, which is not secret. */
function isSecretText({ program, references }: KnownProgram, value: number): boolean {
  const origins = references.origins(value)
  return (origins.length === 0 ? [value] : origins).every((one) => {
    const text = program.op(one) === Op.Literal ? program.literalText(one) : undefined
    return text !== undefined && text !== '' && !text.includes('PUBLIC KEY')
  })
}

/** Returns the words in a value's name, or in its receivers' names: `password.encode()`. */
function receiverWords(known: KnownProgram, value: number, depth: number): string {
  const { program } = known
  const callee = program.op(value) === Op.Call ? program.operand(value, 0) : -1
  const words = `${wordsOf(known, value)} ; ${nameWords(known, value).map(spacedName).join(' ; ')}`
  return callee >= 0 && program.op(callee) === Op.Load && depth < 3
    ? `${words} ; ${receiverWords(known, program.operand(callee, 0), depth + 1)}`
    : words
}
