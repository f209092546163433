import type { Precision } from '../../model/rule.ts'
import type { Severity } from '../../model/severity.ts'
import type { FirstInRun } from './base64-runs.ts'
import type { CharacterRun } from './character-run.ts'
import { assignment, type NamedIn } from './named-value.ts'
import { shape, type Shape } from './shape.ts'

/** Result of checking a credential offline: its checksum or structure is valid, is invalid, or cannot be checked. */
export type Check = 'right' | 'wrong' | 'unknown'

/** String in the format of a credential, with its context. */
export interface MatchedText {
  readonly secret: string
  /** Matches of the pattern's other named groups. */
  readonly groups: Readonly<Record<string, string | undefined>>
  /** Up to 80 bytes before the keyword, as Latin-1. */
  readonly before: string
  readonly path: string
  /** Returns up to `bytes` bytes after the secret, as Latin-1. */
  following(bytes: number): string
  /** Returns up to `bytes` bytes before the secret, as Latin-1. */
  preceding(bytes: number): string
  /** Reports whether a decoded text contains a credential. */
  containsSecret(decoded: Buffer): boolean
}

/** Limits a credential to certain files. */
export interface FileLimit {
  readonly path: RegExp
  /** The start of the file must contain at least one of these strings. */
  readonly contains?: readonly string[]
}

/**
 * Type of credential: how to find it, what it grants, and how to revoke it. The search tries the pattern at each of its
 * keywords, so the pattern starts with a keyword. All repetitions are bounded and none are nested, so a match reads at
 * most `after` bytes.
 */
export interface Credential {
  readonly id: string
  /** Name as used within a sentence, without an article: `Stripe secret key`, `password`. */
  readonly name: string
  /** Keywords in lowercase ASCII. */
  readonly keywords: readonly string[]
  /** True if the keyword may be in the middle of a word, as in a variable name. */
  readonly insideWords: boolean
  /**
   * Sticky pattern. The group `secret` is the part that must stay private. Each search asks for it once, at the first
   * keyword: most programs never see the keywords of most credentials.
   */
  readonly pattern: RegExp
  /** Run of characters that each match contains. Where it is missing, the search does not try the pattern. */
  readonly run?: CharacterRun | undefined
  /** Limits the credential to one place in each run of base64. Elsewhere, the search does not try the pattern. */
  readonly firstInRun?: FirstInRun
  /** Files to which the credential is limited. Defaults to all files. */
  readonly files?: FileLimit
  /** True if the pattern is also tried at the start of each line. Requires `files`. */
  readonly atLines?: boolean
  /** Path of the file that contains the examples. Defaults to a YAML file that no rule recognizes. */
  readonly exampleFile?: string
  /** Maximum number of bytes that the pattern reads from the start of the keyword. */
  readonly after: number
  /** Number of leading characters that all secrets of this type share. */
  readonly prefixLength: number
  /** True if a user can choose arbitrary characters. If so, the text adjacent to the match is masked too. */
  readonly isChosen?: boolean
  /** What follows a secret that may contain any character. The text of the line before it is masked too. */
  readonly endsBefore?: RegExp
  /** True if the match starts within base64. If so, the preceding base64 is masked too. */
  readonly startsInside?: boolean
  /** True if the match precedes a secret but is not one itself, such as the first line of a private key. */
  readonly announces?: boolean
  readonly severity: Severity
  readonly precision: Precision
  /** True if developers generate such secrets themselves. Those in tests and examples are rarely in use. */
  readonly selfMade?: boolean
  /**
   * True if the pattern matches any name or URL next to a random-looking value. A more specific match at the same place
   * takes precedence.
   */
  readonly generic: boolean
  /** Checks the checksum or structure. `right` gives very high precision, and `wrong` suppresses the finding. */
  readonly check?: (secret: string, matched: MatchedText) => Check
  /** True if `accepts` also recognizes placeholders, because a secret of this type may contain any character. */
  readonly judgesPlaceholders?: boolean
  /** Returns false for a string that only looks like this credential. */
  readonly accepts?: (matched: MatchedText) => boolean
  /** What the credential grants, phrased to follow "An attacker who obtains it can", without a period. */
  readonly grants: string
  /**
   * How to revoke it. Either follows "Revoke the secret" or is an instruction that starts with an uppercase letter. Has
   * no period at the end. Commands are in backquotes, menus are `A > B`.
   */
  readonly revoke: string
  /** Texts that each contain one credential. */
  readonly examples: (make: ExampleMaker) => readonly string[]
  /** Texts without a credential, in addition to the examples with placeholders. */
  readonly decoys: readonly string[]
}

/** Generates the secrets in examples, so that no source file contains a credential. See `examples.ts`. */
export interface ExampleMaker {
  /** Returns `length` characters from an alphabet. */
  fill(alphabet: string, length: number): string
  /** Adds a valid checksum to a secret. Decoys do not call it. */
  seal(secret: string, seal: (secret: string) => string): string
}

/** Fields that all entries in a family have. */
interface Described
  extends
    Pick<Credential, 'id' | 'name' | 'grants' | 'revoke' | 'severity'>,
    Partial<Pick<Credential, 'precision' | 'check' | 'accepts' | 'decoys' | 'insideWords' | 'files' | 'exampleFile'>> {
  /** Adds a valid checksum to an example. */
  readonly seal?: (secret: string) => string
}

/** Defines a credential identified by its format alone, such as `glpat-{word:20}`. */
export function token({
  shape: notation,
  keywords,
  seal,
  ...described
}: Described & { readonly shape: string; readonly keywords?: readonly string[] }): Credential {
  const form = shape(notation)
  return {
    precision: 'medium',
    decoys: [],
    insideWords: false,
    ...described,
    keywords: keywords ?? [form.prefix.toLowerCase()],
    // Does not match within a longer word with dashes or longer base64. Otherwise, `glpat-glpat-…` takes quadratic
    // time.
    get pattern() {
      const before = form.source.includes('+/') ? String.raw`(?<![\w+/-][+/-])` : String.raw`(?<![\w-]-)`
      return new RegExp(String.raw`${before}(?<secret>${form.source})(?![A-Za-z0-9_-])`, 'y')
    },
    get run() {
      return form.run
    },
    after: form.longest + 1,
    prefixLength: form.prefix.length,
    generic: false,
    examples: exampleTexts(form, seal, (secret) => [
      `export API_TOKEN=${secret}\n`,
      `{ "env": { "API_TOKEN": "${secret}" } }\n`,
    ]),
  }
}

/** Defines a credential whose format is common, so it is identified by its variable name, such as `datadog_api_key`. */
export function named({
  shape: notation,
  names,
  seal,
  ...described
}: Described & { readonly shape: string; readonly names: readonly string[] }): Credential {
  const form: Shape = shape(notation)
  const { keywords, source, longest }: NamedIn = assignment(names)
  const [first = ''] = names
  return {
    precision: 'low',
    decoys: [],
    insideWords: true,
    ...described,
    keywords,
    get pattern() {
      return new RegExp(String.raw`${source}(?<secret>${form.source})(?![A-Za-z0-9_/+=-])`, 'y')
    },
    get run() {
      return form.run
    },
    after: longest + form.longest + 1,
    prefixLength: form.prefix.length,
    generic: false,
    examples: exampleTexts(form, seal, (secret) => [
      `${first.toUpperCase()}=${secret}\n`,
      `{ "${camelCase(first)}": "${secret}" }\n`,
    ]),
  }
}

function exampleTexts(
  form: Shape,
  seal: (secret: string) => string = (secret) => secret,
  texts: (secret: string) => string[],
): Credential['examples'] {
  return (make) =>
    texts(
      make.seal(
        form.example((alphabet, length) => make.fill(alphabet, length)),
        seal,
      ),
    )
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())
}
