import { z } from 'zod'
import type { RuleDocument } from '../../../model/rule.ts'
import { displayAddress } from '../../display-text.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { FindingFacts, RuleText } from '../../rule.ts'
import { defineProjectRule, type SupplyChainRule } from '../supply-chain-rule.ts'
import type { InstallCode } from './commands.ts'
import { judgedInstallCode } from './judged-install-code.ts'
import { actionSubject, actionText, ScriptAction } from './script-action.ts'
import type { LocatedAction, ScriptBehavior } from './script-behavior.ts'

const InstallArguments = z.object({
  /**
   * What starts the code. `script`: a script in `package.json`. `file`: a file that such a script runs. `build`: a
   * Python build file.
   */
  start: z.enum(['script', 'file', 'build']),
  /** Name of the script or build file. */
  script: z.string(),
  action: ScriptAction,
})
type InstallArguments = z.infer<typeof InstallArguments>

/** Defines a rule for one behavior of install code. */
export const defineInstallRule = (document: RuleDocument, behavior: keyof ScriptBehavior): SupplyChainRule =>
  defineProjectRule({
    document,
    arguments: InstallArguments,
    describe,
    *find(project) {
      for (const judged of judgedInstallCode(project)) {
        const action = judged.behavior[behavior]
        if (action) yield matchOf(judged.code, action)
      }
    },
  })

function describe({ start, script, action }: InstallArguments, { location }: FindingFacts): RuleText {
  const path = location?.path ?? 'the package'
  const { weakness, does, consequence } = actionText(action)
  const started = {
    script: `Installing the package runs the script "${script}".`,
    file: `Installing the package runs ${path} through the script "${script}".`,
    build: `Installing the package from source runs ${path}.`,
  }[start]
  return {
    title: `${weakness} in ${start === 'script' ? `install script "${script}"` : path}`,
    message: `${started} ${start === 'script' ? 'The script' : 'The file'} ${does}. ${consequence}`,
  }
}

function matchOf(
  { startedBy, manifest, file, offset }: InstallCode,
  { action, offset: actionOffset }: LocatedAction,
): RuleMatch & { readonly arguments: InstallArguments } {
  const start = manifest === undefined ? 'build' : manifest.file === file ? 'script' : 'file'
  const place = file.placeAt(start === 'script' ? offset : actionOffset)
  const at = { ...place, snippet: displayAddress(place.snippet ?? '') }
  const script = manifest?.scripts.find(({ key }) => key === startedBy)
  const starter = manifest && script && start === 'file' ? manifest.file.placeAt(script.offset) : undefined
  return {
    arguments: { start, script: startedBy, action: { ...action } },
    subject: `${startedBy} ${actionSubject(action).slice(0, 60)}`,
    at,
    // Servers that register themselves with a client are not malicious, but the user did not consent.
    ...(action.kind === 'writes-client-settings' && { severity: 'medium' as const }),
    ...(starter && {
      trace: [
        { path: starter.path, line: starter.line ?? 1, message: `npm runs the script "${startedBy}"` },
        { path: at.path, line: at.line ?? 1, message: `this file ${actionText(action).does}` },
      ],
    }),
  }
}
