import type { Mistake } from '../../analysis/taint/sanitizers/mistakes.ts'
import type { FindingGuard } from '../../model/finding.ts'
import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'

/** Reasons why a check does not prevent the problem, phrased to follow "The check", and how to fix each. */
const mistakeTexts: Readonly<Record<Mistake, { readonly reason: string; readonly fix?: string }>> = {
  'prefix-without-separator': {
    reason: 'it compares a prefix that has no trailing separator, so "/data-secret" passes as a path in "/data"',
    fix: 'Compare the start of the path with the folder path followed by a path separator.',
  },
  'not-resolved': {
    reason: 'it compares the prefix of a path that is not normalized, so "/data/../etc" passes as a path in "/data/"',
    fix: 'Resolve the path before the check.',
  },
  'links-not-resolved': {
    reason: 'it compares the path before symbolic links are resolved, so a link inside the folder can point outside it',
    fix: 'Resolve symbolic links before the check.',
  },
  'parents-alone': { reason: 'it rejects "..", but an absolute path passes' },
  'absolute-alone': { reason: 'it rejects absolute paths, but ".." passes' },
  'dots-only-name': { reason: 'it accepts the names "." and "..", which refer to folders' },
  'parents-replaced': {
    reason: 'it removes the forbidden text only once, so "....//" becomes "../"',
    fix: 'Reject paths that contain the forbidden string instead of removing the string.',
  },
  'cut-for-check': {
    reason: 'it removes text such as ".." only from the value that it checks, but the program uses the original path',
  },
  'checked-before-decoding': {
    reason: 'it runs before the text is decoded, so encoded input passes',
    fix: 'Decode the value before the check.',
  },
  'pattern-not-anchored': {
    reason: 'its pattern is not anchored at both ends, so any text that contains one matching part passes',
    fix: 'Anchor the pattern at both ends.',
  },
  'deny-list': {
    reason: 'it rejects only certain values, so any value that is not on its list passes',
    fix: 'Use an allowlist.',
  },
  'scheme-alone': { reason: 'it checks only the scheme, so every host passes, including private ones' },
  'prefix-of-address': {
    reason:
      'it compares the beginning of the URL as text, so "https://host.example.evil.example" and ' +
      '"https://host.example@evil.example" pass',
    fix: 'Parse the URL and compare its host.',
  },
  'suffix-without-dot': {
    reason: 'it compares the end of the host without a leading dot, so "evil-example.com" passes for "example.com"',
    fix: 'Include a dot before the domain in the comparison.',
  },
  'host-in-text': {
    reason: 'it searches for the host in the whole URL, so a URL with that host in its path or user name passes',
    fix: 'Parse the URL and compare its host.',
  },
  'names-not-resolved': {
    reason: 'it does not resolve the host name, so a public name that resolves to a private address passes',
    fix: 'Check the resolved address.',
  },
  'bracketed-address': {
    reason: 'it looks up an IPv6 address such as "[::1]" with its brackets, and it accepts a host whose lookup fails',
    fix: 'Remove the brackets before the check, and reject a host that cannot be resolved.',
  },
  'whole-address-tested': {
    reason: 'it expects a host name but receives the whole URL, which never matches a private network',
    fix: 'Pass only the host name to the check.',
  },
  'two-slashes': {
    reason: 'it requires a leading slash, but "//evil.example" also starts with a slash and leads to another site',
  },
  'first-word-alone': { reason: 'it checks only one word of the command, but the shell also interprets the rest' },
  'quotes-replaced': {
    reason: 'it replaces quotes, but a shell also interprets $( ), backticks, and backslashes inside double quotes',
  },
  'quotes-doubled': {
    reason: 'it doubles quotes, but databases such as MySQL treat a backslash before a quote as an escape',
  },
  'statement-prefix': {
    reason:
      'it checks only the start of the statement, so later parts, or functions that the statement calls, can write ' +
      'data',
  },
  'transaction-ended': {
    reason: 'it starts a read-only transaction, which the text can end with COMMIT before it writes',
    fix:
      'Connect with a read-only role, or use the extended query protocol, which accepts only one statement at a ' +
      'time.',
  },
  'line-end-in-pattern': { reason: 'its pattern ends with $, which also matches before a trailing line break' },
  'off-by-default': { reason: 'it accepts every value when a setting is missing' },
}

/** Returns sentences about the checks that the untrusted input passes. */
export function guardSentences({ flaws, undecided }: FlowArguments): string[] {
  return [
    ...flaws.map((flaw, index) =>
      flaws.findIndex(({ mistake }) => mistake === flaw.mistake) === index
        ? flawSentence(flaw)
        : `The check at ${placeText(flaw)} has the same flaw.`,
    ),
    ...(undecided
      ? [
          `The value passes ${checkName(undecided)} at ${placeText(undecided)}, which Assay could not fully analyze. ` +
            'Review the check before you act on this finding.',
        ]
      : []),
  ]
}

function flawSentence(flaw: FlowArguments['flaws'][number]): string {
  const { reason, fix } = mistakeTexts[flaw.mistake]
  return `The check at ${placeText(flaw)} does not prevent this: ${reason}.${fix === undefined ? '' : ` ${fix}`}`
}

/** Returns the first ineffective check, or the one that the analysis could not evaluate. */
export function guardOf(args: FlowArguments): FindingGuard | undefined {
  const reason = guardReason(args)
  const { flaws, undecided } = args
  const check = flaws[0] ?? undecided
  if (!check || reason === undefined) return undefined
  return { path: check.path, line: check.line, outcome: flaws.length > 0 ? 'flawed' : 'undecided', reason }
}

/** Returns why the check does not clear the finding. */
export function guardReason({ flaws: [flaw], undecided }: FlowArguments): string | undefined {
  if (!flaw) return undecided && `Assay could not fully analyze ${checkName(undecided)}.`
  const { reason } = mistakeTexts[flaw.mistake]
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

const checkName = ({ name }: NonNullable<FlowArguments['undecided']>): string =>
  name === undefined ? 'a check' : `${shortName(name)}()`

const placeText = ({ path, line }: Pick<FindingGuard, 'path' | 'line'>): string => `${path}:${line}`
