import { entriesOf, type ScalarValue, textOf, type Value } from '../../../inventory/settings-files/value.ts'
import { expressionsIn, insertedInput } from './expressions.ts'
import type { Step } from './workflow.ts'

/** Untrusted input that becomes part of a script. */
export interface InjectedInput {
  /** Context or variable, such as `github.event.issue.title`. */
  readonly input: string
  /** Part of the script that contains the input. */
  readonly text: string
  /** `inserted`: an expression inserts it before the script runs. `evaluated`: the script runs it as code. */
  readonly use: 'inserted' | 'evaluated'
  /** Variable that determines whether the input is untrusted. */
  readonly variable?: string
}

/** Action inputs that hold scripts or commands, such as `script` of `actions/github-script`. */
const scriptInput = /^(?:script|run|inline-?script|commands?|cmd|bash|shell-?command|code)$/i

/** Returns the scripts that a step runs. */
export const scriptsOf = ({ run, with: inputs }: Step): ScalarValue[] => [
  ...(run ? [run] : []),
  ...inputs.flatMap(({ key, value }) => (scriptInput.test(key) && value.kind === 'scalar' ? [value] : [])),
]

/** Cache by variables and scripts, because YAML aliases let thousands of steps share them. */
const namesByVariables = new WeakMap<Value, ReadonlySet<string>>()
const inputsByScript = new WeakMap<ScalarValue, readonly InjectedInput[]>()

/** Returns the names of variables with untrusted values. */
export function untrustedVariables(env: Value | undefined): ReadonlySet<string> {
  if (!env) return new Set()
  const names =
    namesByVariables.get(env) ??
    new Set(
      entriesOf(env)
        .filter(({ value }) =>
          expressionsIn(textOf(value) ?? '').some((expression) => insertedInput(expression).untrusted !== undefined),
        )
        .map(({ key }) => key),
    )
  namesByVariables.set(env, names)
  return names
}

/**
 * Returns a script's untrusted input without duplicates: contexts inserted by expressions, and variables evaluated by
 * the script.
 */
export function injectedInputs(script: ScalarValue): readonly InjectedInput[] {
  const cached = inputsByScript.get(script)
  if (cached) return cached
  const byInput = new Map<string, InjectedInput>()
  for (const expression of expressionsIn(script.text)) {
    const { untrusted, variable } = insertedInput(expression)
    const input = untrusted ?? (variable === undefined ? undefined : `env.${variable}`)
    if (input !== undefined && !byInput.has(input))
      byInput.set(input, {
        input,
        text: expression.text,
        use: 'inserted',
        ...(variable !== undefined && { variable }),
      })
  }
  for (const [text, name = ''] of script.text.matchAll(
    /\b(?:eval|(?:ba|z|da)?sh -c)\s[^\n]{0,200}?\$\{?(\w{1,100})/g,
  )) {
    if (!byInput.has(name)) byInput.set(name, { input: name, text, use: 'evaluated', variable: name })
  }
  const inputs = [...byInput.values()]
  inputsByScript.set(script, inputs)
  return inputs
}
