import { secretPath } from '../phrases/secret-paths.ts'

const secret = new RegExp(
  String.raw`${secretPath}|\.(?:gcloud|azure|m2|cargo)[\\/]|application_default_credentials`,
  'i',
)
const system =
  /^(?:~|\$home|\/(?:etc|root|home|users|proc|var|usr|boot|dev)\b|(?:[a-z]:)?\\(?:users|windows|program)|[a-z]:\\|%\w+%)|(?:^|\/)\.\.(?:\/|$)/i

/** Home folders of examples. */
const placeholder = /^\/(?:home|users)\/(?:user|username|me|your[\w-]*|ubuntu|ec2-user|alice|bob|example|project|<)/

/** Whether a path is that of a file with secrets. */
export const isSecretPath = (path: string): boolean => secret.test(path)

/** Whether a path is outside the project: in the home folder or of the system. */
export const isSystemPath = (path: string): boolean => system.test(path) && !placeholder.test(path)

/** Whether a variable contains a secret by its name: `$API_KEY`. */
export const isSecretName = (variable: string): boolean => /key|token|secret|passw|cred|auth/i.test(variable)
