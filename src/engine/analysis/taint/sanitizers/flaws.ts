import { allKinds, maskOf, queryWithBackslashes, type TaintMask } from '../../taint-kind.ts'
import { clearedKinds, type ValueFacts } from './value-facts.ts'
import type { Flaw } from './guard.ts'

/** Mistakes that guards have, with what people are told. Kinds are those that such a guard is meant for. */
const mistakes = {
  'prefix-without-separator': {
    kinds: maskOf('path'),
    reason: 'the prefix is compared without a separator at its end, so /data-secret passes for /data',
  },
  'not-resolved': {
    kinds: maskOf('path'),
    reason: 'the prefix is compared with a path that was not normalised before, so /data/../etc passes for /data/',
  },
  'links-not-resolved': {
    kinds: maskOf('path'),
    reason: 'symbolic links are not resolved before the path is compared, so a link inside the folder leads out of it',
  },
  'parents-alone': { kinds: maskOf('path'), reason: 'only .. is turned away: an absolute path passes' },
  'absolute-alone': { kinds: maskOf('path'), reason: 'only absolute paths are turned away: .. passes' },
  'dots-only-name': { kinds: maskOf('path'), reason: 'the name may be . or .., which is a folder' },
  'parents-replaced': {
    kinds: maskOf('path'),
    reason: 'parts are cut out of the text once: what is left may be such a part again (....// becomes ../)',
  },
  'cut-for-check': {
    kinds: maskOf('path'),
    reason: 'texts such as .. are cut out for the check alone: the path that is used still has them',
  },
  'checked-before-decoding': {
    kinds: maskOf('path', 'url', 'command', 'redirect', 'html'),
    reason: 'the text is checked before it is decoded: what was encoded passes',
  },
  'pattern-not-anchored': {
    kinds: allKinds,
    reason: 'the pattern is not anchored at both ends, so a text passes that has a harmless part somewhere',
  },
  'deny-list': { kinds: allKinds, reason: 'only certain texts are turned away: whatever the list forgets passes' },
  'scheme-alone': {
    kinds: maskOf('url'),
    reason: 'only the scheme is checked: any host can be asked, private ones too',
  },
  'prefix-of-address': {
    kinds: maskOf('url', 'open', 'redirect'),
    reason:
      'the address is compared by its beginning as text, without what ends the host: ' +
      'https://host.example.evil.example and https://host.example@evil.example pass',
  },
  'suffix-without-dot': {
    kinds: maskOf('url', 'open', 'redirect'),
    reason: 'the end of the host is compared without a dot before it, so evil-example.com passes for example.com',
  },
  'host-in-text': {
    kinds: maskOf('url', 'open', 'redirect'),
    reason: 'the host is looked for anywhere in the text of the address, where a path or a user name may have it',
  },
  'names-not-resolved': {
    kinds: maskOf('url'),
    reason:
      'the name of the host is compared with private addresses before it is resolved: a public name that ' +
      'resolves to a private address passes',
  },
  'whole-address-tested': {
    kinds: maskOf('url'),
    reason: 'the test is for hosts, but it is handed the whole address, which is never one of a private network',
  },
  'two-slashes': {
    kinds: maskOf('redirect'),
    reason: 'a slash at the start is asked for, but //evil.example begins with one too and leads to another site',
  },
  'first-word-alone': {
    kinds: maskOf('command'),
    reason: 'only one word of the command is checked: the shell runs what the others say too',
  },
  'quotes-replaced': {
    kinds: maskOf('command'),
    reason: 'quotes are replaced, but a shell reads $( ), backquotes and backslashes between double quotes too',
  },
  'quotes-doubled': {
    kinds: queryWithBackslashes,
    reason:
      'quotes are doubled, but databases such as MySQL read a backslash before a quote as well, after which ' +
      'the other one ends the text',
  },
  'statement-prefix': {
    kinds: maskOf('query'),
    reason: 'only the beginning of the statement is checked: what follows it, or a function that it calls, may write',
  },
  'line-end-in-pattern': {
    kinds: maskOf('command', 'environment'),
    reason: 'the pattern ends in $, before which a line break may stand',
  },
  'off-by-default': { kinds: allKinds, reason: 'the check passes everything where a setting is missing' },
} as const satisfies Record<string, { readonly kinds: TaintMask; readonly reason: string }>
export type Mistake = keyof typeof mistakes

/** Mistakes that leave a guard worth having: its kind is cleared all the same. */
export const lesserMistakes: ReadonlySet<string> = new Set<Mistake>([
  'links-not-resolved',
  'dots-only-name',
  'line-end-in-pattern',
])

export function flaw(mistake: Mistake, node: number, kinds: TaintMask = allKinds): Flaw {
  const known = mistakes[mistake]
  return { mistake, node, kinds: known.kinds & kinds, reason: known.reason }
}

/** The flaw of a check that is passed over where a setting is missing: `there` it was made, `here` not. */
export function offByDefault(node: number, here: ValueFacts, there: ValueFacts): readonly Flaw[] {
  const lost = clearedKinds(there) & ~clearedKinds(here)
  return lost === 0 ? [] : [flaw('off-by-default', node, lost)]
}
