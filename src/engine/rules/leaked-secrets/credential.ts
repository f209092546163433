import type { Precision } from '../../model/rule.ts'
import type { Severity } from '../../model/severity.ts'
import { assignment, type NamedIn } from './named-value.ts'
import { shape, type Shape } from './shape.ts'

/**
 * What can be told of a credential without asking anybody: its checksum or structure holds, it does not, or there is
 * none to judge.
 */
export type Check = 'right' | 'wrong' | 'unknown'

/** A text that has the form of a credential, and where it stands. */
export interface FoundText {
  readonly secret: string
  /** The pattern's other groups. */
  readonly groups: Readonly<Record<string, string | undefined>>
  /** Up to 80 bytes before the keyword, as Latin 1. */
  readonly before: string
  readonly path: string
  /** Up to so many bytes after the secret, as Latin 1. */
  following(bytes: number): string
}

/**
 * A kind of credential: how it is found, what whoever has it can do, and where it is revoked. Its pattern is tried
 * where one of its keywords stands, so it begins with one; it repeats nothing without a bound and nests no repetition,
 * so that it costs no more than `after` bytes.
 */
export interface Credential {
  readonly id: string
  /** Name as in the middle of a sentence, without an article: `Stripe secret key`, `password`. */
  readonly name: string
  /** Lower-case ASCII. */
  readonly keywords: readonly string[]
  /** The keyword may stand in the middle of a word, as in a name. */
  readonly insideWords: boolean
  /** Sticky; the group `secret` is what must not be known. */
  readonly pattern: RegExp
  /** Bytes from the keyword's beginning that the pattern may need. */
  readonly after: number
  /** Characters at the beginning of the secret that all of its kind share. */
  readonly prefixLength: number
  /** What is found is no secret itself, such as the first line of a key: what follows it is. */
  readonly announces?: boolean
  readonly severity: Severity
  readonly precision: Precision
  /** Anybody makes one in a second, so that among tests and examples hardly any is in use. */
  readonly selfMade?: boolean
  /**
   * Holds for every name or address with a value that looks random; anything more specific that is found in the same
   * place wins.
   */
  readonly generic: boolean
  /** Judges checksum or structure; `right` makes a finding very precise, `wrong` makes it none. */
  readonly check?: (secret: string, found: FoundText) => Check
  /** Sets aside what only looks like one. */
  readonly accepts?: (found: FoundText) => boolean
  /** What it allows. Follows "An attacker who has it can", without a period. */
  readonly grants: string
  /** How to revoke it. Follows "Revoke it", without a period. Commands are in backquotes, menus are `A > B`. */
  readonly revoke: string
  /** Texts that hold one each. */
  readonly examples: (make: ExampleMaker) => readonly string[]
  /** Texts without one, beside the examples with what nobody takes for a secret. */
  readonly decoys: readonly string[]
}

/** Makes what stands in examples, so that no credential has to be written down; see `examples.ts`. */
export interface ExampleMaker {
  /** So many characters of an alphabet. */
  fill(alphabet: string, length: number): string
  /** What makes a checksum right; left out in decoys. */
  seal(secret: string, seal: (secret: string) => string): string
}

/** What families of credentials write down. */
interface Described
  extends
    Pick<Credential, 'id' | 'name' | 'grants' | 'revoke' | 'severity'>,
    Partial<Pick<Credential, 'precision' | 'check' | 'accepts' | 'decoys' | 'insideWords'>> {
  /** Makes the checksum of an example right. */
  readonly seal?: (secret: string) => string
}

/** A credential that is known by its form alone, such as `glpat-{word:20}`. */
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
    // What is a part of a longer word with dashes, or of longer base64, is none; `glpat-glpat-…` would cost its square
    // otherwise.
    pattern: new RegExp(
      (form.source.includes('+/') ? String.raw`(?<![\w+/-][+/-])` : String.raw`(?<![\w-]-)`) +
        String.raw`(?<secret>${form.source})(?![A-Za-z0-9_-])`,
      'y',
    ),
    after: form.longest + 1,
    prefixLength: form.prefix.length,
    generic: false,
    examples: exampleTexts(form, seal, (secret) => [
      `export API_TOKEN=${secret}\n`,
      `{ "env": { "API_TOKEN": "${secret}" } }\n`,
    ]),
  }
}

/** A credential whose form says little, known by the name that it is given to, such as `datadog_api_key`. */
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
    pattern: new RegExp(String.raw`${source}(?<secret>${form.source})(?![A-Za-z0-9_/+=-])`, 'y'),
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
