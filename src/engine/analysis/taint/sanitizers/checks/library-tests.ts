import { allKinds, maskOf, type TaintMask } from '../../../taint-kind.ts'
import { Op } from '../../../ir/operations.ts'
import { namesOfCall } from '../call-names.ts'
import type { CallCheck } from '../checker.ts'
import { type ValueFacts, valueFacts } from '../value-facts.ts'
import {
  everyNetwork,
  hostTests,
  networksOfVersion4,
  networksOfVersion6,
  outsideVersion4,
} from '../../../models/sanitizers/networks.ts'
import { injectedTypes } from '../../../models/sources/decorators.ts'
import { operandsOf } from '../operands.ts'
import { isIndependent } from '../caller-influence.ts'
import { digits, letters } from '../patterns/characters.ts'
import { clearedByCharacters } from '../patterns/safe-characters.ts'
import { pathState } from '../path-state.ts'
import { isHost } from './hosts.ts'
import { insideFolder, insideOf, isRelation } from './inside-folder.ts'
import { FactBits } from '../fact-bits.ts'

interface LibraryTest {
  /** Names of external functions. */
  readonly calls: readonly string[]
  /** Names of methods on any receiver. */
  readonly methods: readonly string[]
  readonly isTruthy: boolean
  readonly shown: ValueFacts
}

const numbers: ValueFacts = valueFacts({ cleared: allKinds })
/** Facts about a value that is an address: unlike a name, it does not have to be resolved. */
export const isAddress = valueFacts({ shown: FactBits.namesResolved })
export const isVersion4 = valueFacts({ shown: FactBits.namesResolved, networks: networksOfVersion6 })
export const isVersion6 = valueFacts({ shown: FactBits.namesResolved, networks: outsideVersion4 })
const texts: ValueFacts = valueFacts({ cleared: maskOf('condition') })
const words: ValueFacts = valueFacts({ cleared: named(letters | digits) })

/** Library tests, one per line, with the facts about the first argument or the receiver for each outcome. */
export const libraryTests: readonly LibraryTest[] = [
  {
    calls: ['Number.isInteger', 'Number.isFinite', 'Number.isSafeInteger', 'isFinite', 'math.isfinite'],
    methods: [],
    isTruthy: true,
    shown: numbers,
  },
  { calls: ['isNaN', 'Number.isNaN', 'math.isnan'], methods: [], isTruthy: false, shown: numbers },
  {
    calls: [
      'validator.isUUID',
      'validator.isInt',
      'validator.isNumeric',
      'validator.isMongoId',
      'validator.isHexadecimal',
      'uuid.validate',
      'class-validator.isUUID',
    ],
    methods: ['isdigit', 'isdecimal'],
    isTruthy: true,
    shown: numbers,
  },
  {
    calls: ['validator.isAlphanumeric', 'validator.isAlpha', 'validator.isSlug'],
    methods: ['isalnum', 'isalpha', 'isidentifier'],
    isTruthy: true,
    shown: words,
  },
  {
    calls: [
      'mongoose.isValidObjectId',
      'mongoose.isObjectIdOrHexString',
      'mongodb.ObjectId.isValid',
      'lodash.isString',
    ],
    methods: [],
    isTruthy: true,
    shown: texts,
  },
  {
    calls: ['mongoose.Types.ObjectId.isValid', 'bson.ObjectId.is_valid', 'bson.objectid.ObjectId.is_valid'],
    methods: [],
    isTruthy: true,
    shown: texts,
  },
  {
    calls: ['path.isAbsolute', 'os.path.isabs'],
    methods: ['is_absolute'],
    isTruthy: false,
    shown: valueFacts({ shown: FactBits.notAbsolute }),
  },
  {
    calls: ['os.path.isfile', 'os.path.exists', 'os.path.isdir', 'os.path.getsize'],
    methods: ['is_file', 'is_dir'],
    isTruthy: true,
    shown: valueFacts({ cleared: maskOf('url', 'open') }),
  },
  { calls: ['net.isIP', 'is-ip'], methods: [], isTruthy: true, shown: isAddress },
  {
    calls: ['net.isIP', 'is-ip'],
    methods: [],
    isTruthy: false,
    shown: valueFacts({ networks: networksOfVersion4 | networksOfVersion6 }),
  },
  { calls: ['net.isIPv4'], methods: [], isTruthy: true, shown: isVersion4 },
  { calls: ['net.isIPv4'], methods: [], isTruthy: false, shown: valueFacts({ networks: outsideVersion4 }) },
  { calls: ['net.isIPv6'], methods: [], isTruthy: true, shown: isVersion6 },
  { calls: ['net.isIPv6'], methods: [], isTruthy: false, shown: valueFacts({ networks: networksOfVersion6 }) },
]

function named(characters: bigint): TaintMask {
  return clearedByCharacters(characters, characters)
}

/** Functions that report whether a path is inside a folder. */
export const containments: ReadonlySet<string> = new Set([
  'is-path-inside',
  'path-is-inside',
  'is-subdir',
  'is-path-in-cwd',
])
const numericTypes: ReadonlySet<string> = new Set([
  'int',
  'float',
  'bool',
  'complex',
  'uuid.UUID',
  'datetime.datetime',
  'datetime.date',
])

/** Facts about the way from a folder to a path that was tested to be relative. */
const relativeWay = valueFacts({ shown: FactBits.notAbsolute | FactBits.wayFromFolder })

/** Handles library tests, recognized by name. */
export const checkByLibrary: CallCheck = (checker, call, isTruthy) => {
  const { context } = checker
  const { program, references } = context
  const { externals, method, receiver } = namesOfCall(context, call)
  const first = program.operand(call, 1)
  for (const { calls, methods, isTruthy: outcome, shown } of libraryTests) {
    if (outcome !== isTruthy) continue
    if (externals.some((name) => calls.includes(name)))
      return checker.about(
        first,
        (shown.shown & FactBits.notAbsolute) !== 0 && isRelation(context, first) ? relativeWay : shown,
      )
    if (first < 0 && methods.some((name) => name === method)) return checker.about(receiver, shown)
  }
  const tested = externals.reduce((bits, name) => bits | (hostTests.get(name) ?? 0), 0)
  if (!isTruthy && tested !== 0)
    return checker.about(
      first,
      valueFacts({ networks: tested, shown: isHost(context, first) ? 0 : FactBits.testedAsWritten }),
    )
  if (isTruthy && method === 'is_relative_to')
    return checker.about(
      receiver,
      insideOf(context, { folder: first, path: receiver }, () => insideFolder(pathState(context, receiver), call)),
    )
  if (
    isTruthy &&
    externals.some((name) => containments.has(name)) &&
    isIndependent(context, program.operand(call, 2), first)
  )
    return checker.about(first, insideFolder(Math.max(1, pathState(context, first)) as 1 | 2, call))
  if (isTruthy && externals.includes('isinstance')) {
    const type = program.operand(call, 2)
    const types = program.op(type) === Op.ArrayOf ? operandsOf(program, type) : [type]
    if (types.every((one) => references.externals(one).some((name) => numericTypes.has(name))))
      return checker.about(first, numbers)
    if (types.every((one) => references.externals(one).some((name) => name === 'str' || numericTypes.has(name))))
      return checker.about(first, texts)
    // An object injected by the library contains no message: `next(one for one in arguments if isinstance(one,
    // Context))`.
    if (types.every((one) => references.externals(one).some((name) => injectedTypes.test(name))))
      return checker.about(first, numbers)
  }
  if (!isTruthy && method === 'check' && references.externals(receiver).some((name) => name.includes('BlockList')))
    return checker.about(first, valueFacts({ networks: everyNetwork }))
  return undefined
}
