/** Kinds of objects that allow a judge to apply to a demand. */
export const judgedKinds = [
  'secret',
  'secret-store',
  'conversation',
  'user-data',
  'files',
  'command',
  'safety',
  'settings',
  'outside',
  'recipient',
  'persona',
  'secrecy',
] as const

/** Kinds of objects in demands, and of the words around them. */
export const thingKinds = [
  ...judgedKinds,
  'tool',
  'consent',
  'result',
  'before',
  'after',
  'repeated',
  'later',
  'when-user',
  'pretext',
  'urgent',
  'also',
  'all',
  'user',
  'model',
  'parameter',
] as const
export type ThingKind = (typeof thingKinds)[number]

/** Set of kinds, as a bit per kind. 1 MB of text has up to 100,000 sentences, and each has several sets. */
export type ThingKinds = number

/** Set of one kind. */
export const kindBits = Object.fromEntries(thingKinds.map((kind, number) => [kind, 1 << number])) as Readonly<
  Record<ThingKind, ThingKinds>
>

/** Returns the set of these kinds. */
export const kindsOf = (...kinds: readonly ThingKind[]): ThingKinds =>
  kinds.reduce((set, kind) => set | kindBits[kind], 0)
