export interface CredentialPattern { readonly name: string; readonly pattern: RegExp; readonly keywords: readonly string[] }

export const cloudPatterns: readonly CredentialPattern[] = [
  { name: 'AWS access key id', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g, keywords: ['AKIA', 'ASIA'] },
  { name: 'AWS secret access key', pattern: /aws_secret_access_key\s*[=:]\s*["']?([A-Za-z0-9/+]{40})["']?/gi, keywords: ['aws_secret_access_key'] },
  { name: 'Google API key', pattern: /\bAIza[\w-]{35}\b/g, keywords: ['AIza'] },
  { name: 'Azure storage account key', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g, keywords: ['AccountKey='] },
]
