/** Actions that a demand can request. Each is expressed by certain verbs. */
export const actions = [
  'read',
  'pass',
  'send',
  'run',
  'call',
  'change',
  'skip',
  'tell',
  'obey',
  'claim',
  'approve',
] as const
export type Action = (typeof actions)[number]

/** Set of actions, as a bit per action. */
export type Actions = number

/** Set of one action. */
export const actionBits = Object.fromEntries(actions.map((action, number) => [action, 1 << number])) as Readonly<
  Record<Action, Actions>
>

/**
 * Verbs by action. The lists are based on descriptions of attacks and of ordinary tools. They intentionally omit verbs
 * that only ordinary tools use.
 */
const lemmas: Readonly<Record<Action, string>> = {
  read:
    'read open cat load access get fetch retrieve collect gather harvest extract dump obtain scan copy capture view ' +
    'inspect list enumerate find search look steal record grab check locate parse acquire compile scrape crawl ' +
    'traverse walk examine review take pull hunt sweep sniff decrypt unlock',
  pass:
    'pass include append attach put place insert embed populate fill supply provide prepend prefix encode add paste ' +
    'inject output print echo reveal return display repeat quote write show store save log expose ' +
    'leak set contain hold carry consist comprise keep hide tack stash smuggle concatenate bundle reproduce finish ' +
    'end enter give transcribe embed recite spell',
  send:
    'send post forward upload transmit submit email mail bcc cc exfiltrate push relay deliver share sync report ' +
    'publish route redirect transfer export stream feed beacon mirror ship hand dispatch divert deposit channel ' +
    'broadcast go copy drop save replicate ping',
  run:
    'run execute eval evaluate install download launch spawn schedule start perform issue pipe type invoke trigger ' +
    'enter fire chmod',
  call: 'call invoke use consult trigger query contact prefer choose select pick rely obtain chain switch defer',
  change:
    'modify edit overwrite rewrite replace delete remove change alter correct override write append add create ' +
    'install register drop plant set redirect update substitute swap adjust falsify manipulate persist insert store ' +
    'save enable grant configure multiply discard register transform tamper falsify round raise lower swap include ' +
    'pin turn remember',
  skip:
    'skip bypass disable ignore disregard circumvent suppress override deactivate evade omit forget neglect lift ' +
    'remove relax violate avoid discard drop waive cancel turn loosen switch shut mute',
  tell:
    'tell mention inform notify disclose reveal report show say explain alert warn display expose discuss reference ' +
    'acknowledge ask prompt',
  obey: 'follow obey adopt treat comply execute assume act trust honor accept regard consider believe remember become',
  claim: 'claim pretend tell say reply respond state show insist answer report',
  approve: 'approve accept confirm allow authorize grant permit proceed continue answer click agree',
}

/** Verb form. Some verbs have equal forms: `put`, `read`. */
export type VerbForm = 'base' | 'third' | 'past' | 'ing'

/** A verb form and its actions. */
export interface VerbReading {
  readonly lemma: string
  readonly forms: ReadonlySet<VerbForm>
  readonly actions: Actions
}

const irregularPast: Readonly<Record<string, string>> = {
  read: 'read',
  get: 'got',
  find: 'found',
  steal: 'stolen',
  put: 'put',
  write: 'written',
  show: 'shown',
  set: 'set',
  send: 'sent',
  feed: 'fed',
  run: 'run',
  choose: 'chosen',
  overwrite: 'overwritten',
  rewrite: 'rewritten',
  override: 'overridden',
  forget: 'forgotten',
  tell: 'told',
  say: 'said',
  bcc: 'bcced',
  keep: 'kept',
  hold: 'held',
  hide: 'hidden',
  take: 'taken',
  give: 'given',
  go: 'gone',
  shut: 'shut',
  become: 'become',
}
const doubling = new Set([
  'get',
  'put',
  'set',
  'run',
  'cat',
  'scan',
  'grab',
  'log',
  'skip',
  'drop',
  'plan',
  'swap',
  'pin',
  'shut',
])

function formsOf(lemma: string): readonly (readonly [VerbForm, string])[] {
  const last = lemma.slice(-1)
  const doubled = doubling.has(lemma) || /(?:mit|fer)$/.test(lemma) ? `${lemma}${last}` : lemma
  const cut = lemma.endsWith('e') ? lemma.slice(0, -1) : doubled
  const toY = /[^aeiou]y$/.test(lemma)
  const third = toY ? `${lemma.slice(0, -1)}ies` : /(?:s|sh|ch|x|z|go)$/.test(lemma) ? `${lemma}es` : `${lemma}s`
  const past = irregularPast[lemma] ?? (toY ? `${lemma.slice(0, -1)}ied` : `${cut}ed`)
  return [
    ['base', lemma],
    ['third', third],
    ['past', past],
    ['ing', `${cut}ing`],
  ]
}

interface Draft {
  readonly lemma: string
  readonly forms: Set<VerbForm>
  actions: Actions
}

/** Verb readings by lowercase form. */
export const verbReadings: ReadonlyMap<string, VerbReading> = readingsOfAll()

function readingsOfAll(): Map<string, VerbReading> {
  const readings = new Map<string, Draft>()
  for (const action of actions)
    for (const lemma of lemmas[action].split(' '))
      for (const [form, word] of formsOf(lemma)) {
        const reading = readings.get(word) ?? { lemma, forms: new Set(), actions: 0 }
        reading.forms.add(form)
        reading.actions |= actionBits[action]
        readings.set(word, reading)
      }
  return readings
}
