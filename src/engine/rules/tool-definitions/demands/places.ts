import { requirementOf } from '../keywords/pattern-requirement.ts'
import { anyOf } from '../keywords/requirement.ts'
import { secretPath } from '../phrases/secret-paths.ts'

const secret = new RegExp(
  String.raw`${secretPath}|\.(?:gcloud|azure|m2|cargo)[\\/]|application_default_credentials`,
  'i',
)
const system =
  /^(?:~(?!\d)|\$home|\/(?:etc|root|home|users|proc|var|usr|boot|dev)\b|(?:[a-z]:)?\\(?:users|windows|program)|[a-z]:\\|%\w+%)|(?:^|\/)\.\.(?:\/|$)/i

/** Home folders in examples. */
const placeholder = /^\/(?:home|users)\/(?:user|username|me|your[\w-]*|ubuntu|ec2-user|alice|bob|example|project|<)/

/** Requirement that a sentence contains a path that is secret or outside the project. */
export const notablePath = () => anyOf([requirementOf(secret), requirementOf(system)])

/** Reports whether a path refers to a file that holds secrets. */
export const isSecretPath = (path: string): boolean => secret.test(path)

/** Reports whether a path is outside the project, either in the home folder or in a system folder. */
export const isSystemPath = (path: string): boolean => system.test(path) && !placeholder.test(path)

/** Reports whether a variable name indicates a secret: `$API_KEY`. */
export const isSecretName = (variable: string): boolean => /key|token|secret|passw|cred|auth/i.test(variable)
