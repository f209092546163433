import type { Credential } from '../credential.ts'

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Keys that Azure services issue in one format: 52 random characters, a mark, the date, the signature of the service
 * such as `AZDO`, and a checksum of four characters. See
 * https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate and
 * https://github.com/microsoft/security-utilities.
 */
export const annotatedKeys: readonly Credential[] = [
  {
    id: 'leaked-azure-annotated-key',
    name: 'key or token of an Azure service',
    // The mark is in the middle of the key.
    keywords: ['jqqj9'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern:
      /(?<=(?<![A-Za-z0-9+/])[A-Za-z0-9]{52})(?<secret>JQQJ9[A-Za-z0-9]{2}[A-L][A-Za-z0-9]{24})(?![A-Za-z0-9+/])/y,
    after: 34,
    prefixLength: 5,
    startsInside: true,
    grants: "use the service with the owner's permissions",
    revoke: 'Regenerate the key in the Azure portal, or revoke the token in Azure DevOps',
    examples: ({ fill }) => [
      `AZURE_DEVOPS_PAT=${fill(alnum, 52)}JQQJ99BFACAAAA${fill(alnum, 10)}AZDO${fill(alnum, 4)}\n`,
      `{ "token": "${fill(alnum, 52)}JQQJ99BAACAAAA${fill(alnum, 10)}AZDO${fill(alnum, 4)}" }\n`,
    ],
    decoys: [`AZURE_DEVOPS_PAT=${'A'.repeat(20)}JQQJ99BFACAAAAAAAAAAAAAAAZDOAAAA\n`, 'AZURE_DEVOPS_PAT=JQQJ99BF...\n'],
  },
]
