import { accountOfAccessKey } from '../checks/aws-account.ts'
import { type Credential, type FoundText, named, token } from '../credential.ts'
import { isVaried } from '../randomness.ts'

const aws = { grants: 'use the services of the AWS account that its user may', revoke: 'in the console of AWS, under IAM, Users, Security credentials' } as const
const azure = { revoke: 'in the portal of Azure, at that resource, by renewing its keys' } as const
const google = { revoke: 'at https://console.cloud.google.com/apis/credentials' } as const

/** Addresses that AWS signed name the key's id, for everybody to see. */
const isNotSignedAddress = ({ before, secret }: FoundText) => !/(?:X-Amz-Credential|AWSAccessKeyId)=$/i.test(before) && isVaried(secret.slice(4))

/** The large clouds. */
export const cloudPlatforms: readonly Credential[] = [
  token({ ...aws, id: 'leaked-aws-access-key-id', name: 'AWS access key id', shape: 'AKIA{base32:16}', severity: 'medium', check: accountOfAccessKey, accepts: isNotSignedAddress, grants: 'with its secret key, which mostly stands beside it, use the services of the AWS account that its user may' }),
  token({ ...aws, id: 'leaked-aws-temporary-key-id', name: 'AWS temporary access key id', shape: 'ASIA{base32:16}', severity: 'low', precision: 'low', check: accountOfAccessKey, accepts: isNotSignedAddress, grants: 'use, with its secret key and for some hours, what its role may' }),
  named({ ...aws, id: 'leaked-aws-secret-access-key', name: 'AWS secret access key', names: ['aws_secret_access_key', 'aws_secret_key', 'secret_access_key', 'aws_secret'], shape: '{base64:40}', severity: 'critical', precision: 'medium' }),
  named({ ...aws, id: 'leaked-aws-session-token', name: 'AWS session token', names: ['aws_session_token', 'aws_security_token'], shape: '{base64:100-1000}', severity: 'medium', grants: 'use, with its key and for some hours, what its role may' }),
  token({ ...aws, id: 'leaked-aws-bedrock-key', name: 'Amazon Bedrock API key', shape: 'ABSKQmVkcm9ja0FQSUtleS{base64:100-260}', severity: 'high', grants: 'call models on the bill of the AWS account' }),
  token({ ...aws, id: 'leaked-aws-mws-token', name: 'Amazon Marketplace token', shape: 'amzn.mws.{uuid:1}', severity: 'high', grants: 'read and change the orders of a seller', revoke: 'in Seller Central, under Manage apps' }),
  token({ ...google, id: 'leaked-google-api-key', name: 'Google API key', shape: 'AIza{word:35}', severity: 'medium', grants: 'call the services of Google that it was not restricted from, on the bill of the project; keys of Firebase in web pages are meant to be seen' }),
  token({ ...google, id: 'leaked-google-oauth-client-secret', name: 'Google OAuth client secret', shape: 'GOCSPX-{word:28}', severity: 'high', grants: 'speak for the application, and with stolen codes for its users' }),
  token({ id: 'leaked-google-oauth-access-token', name: 'Google OAuth access token', shape: 'ya29.{word:60-500}', severity: 'medium', precision: 'low', grants: 'act for a user or a service for an hour', revoke: 'at https://myaccount.google.com/permissions' }),
  token({ id: 'leaked-google-oauth-refresh-token', name: 'Google OAuth refresh token', shape: '1//0{word:60-200}', severity: 'high', grants: 'get access of a user again and again', revoke: 'at https://myaccount.google.com/permissions' }),
  named({ ...azure, id: 'leaked-azure-storage-key', name: 'Azure storage account key', names: ['accountkey', 'azure_storage_key', 'storage_account_key', 'azure_storage_account_key'], shape: '{base64:86}==', severity: 'critical', precision: 'medium', grants: 'read, change and delete all that the storage account holds' }),
  named({ ...azure, id: 'leaked-azure-shared-access-key', name: 'Azure Service Bus, Event Hubs or IoT Hub key', names: ['sharedaccesskey'], shape: '{base64:43}=', severity: 'high', precision: 'medium', grants: 'send and receive messages of the namespace' }),
  {
    ...azure, id: 'leaked-azure-sas-signature', name: 'Azure shared access signature', keywords: ['sig='], insideWords: false, severity: 'low', precision: 'medium', generic: false,
    pattern: /sig=(?<secret>[A-Za-z0-9%]{43,60}%3[Dd])(?![A-Za-z0-9%])/y, after: 70, prefixLength: 0, accepts: ({ before }) => /[?&](?:s[vpetr]|spr)=[^\s"']*$/.test(before),
    grants: 'reach what the address names until the signature ends',
    examples: ({ fill }) => [`url: https://files.blob.example/backup?sv=2024-11-04&sp=rw&sig=${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 43)}%3D\n`],
    decoys: ['url: https://files.blob.example/backup?sv=2024-11-04&sp=rw&sig=SIGNATURE\n'],
  },
  {
    id: 'leaked-azure-client-secret', name: 'Azure client secret', keywords: ['7q~', '8q~'], insideWords: true, severity: 'critical', precision: 'medium', generic: false,
    pattern: /(?<=(?<lead>(?<![\w.~-])[\w.~-]{3}))(?<secret>[78]Q~[\w.~-]{31,34})(?![\w.~-])/y, after: 40, prefixLength: 3,
    grants: 'sign in as the application and do what it may in the tenant', revoke: 'in Microsoft Entra, under App registrations, Certificates and secrets',
    examples: ({ fill }) => [`AZURE_CLIENT_SECRET=${fill('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 3)}8Q~${fill('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.', 34)}\n`],
    decoys: ['AZURE_CLIENT_SECRET=your-8Q~client-secret\n'],
  },
  named({ id: 'leaked-azure-devops-token', name: 'Azure DevOps personal access token', names: ['azure_devops_pat', 'azure_devops_ext_pat', 'azure_devops_token', 'ado_pat', 'ado_token', 'vsts_token'], shape: '{low36:52}', severity: 'high', grants: 'read or change the code and pipelines of its owner', revoke: 'in Azure DevOps, under User settings, Personal access tokens' }),
  named({ ...azure, id: 'leaked-azure-openai-key', name: 'Azure OpenAI or Cognitive Services key', names: ['azure_openai_api_key', 'azure_openai_key', 'azure_api_key', 'ocp_apim_subscription_key', 'cognitive_services_key'], shape: '{hex:32}', severity: 'high', precision: 'medium', grants: 'call models on the bill of the resource' }),
  named({ ...azure, id: 'leaked-azure-search-key', name: 'Azure AI Search key', names: ['azure_search_api_key', 'azure_search_key', 'azure_search_admin_key'], shape: '{alnum:42}AzSe{alnum:6}', severity: 'high', precision: 'medium', grants: 'read and change the indexes of the service' }),
  token({ id: 'leaked-alibaba-access-key-id', name: 'Alibaba Cloud access key id', shape: 'LTAI{alnum:20}', severity: 'medium', grants: 'use, with its secret key, the services of the account', revoke: 'at https://ram.console.aliyun.com/manage/ak' }),
  named({ id: 'leaked-alibaba-secret-key', name: 'Alibaba Cloud access key secret', names: ['aliyun_access_key_secret', 'alibaba_cloud_access_key_secret', 'aliyun_secret', 'alicloud_secret_key'], shape: '{alnum:30}', severity: 'critical', grants: 'use the services of the account', revoke: 'at https://ram.console.aliyun.com/manage/ak' }),
  token({ id: 'leaked-tencent-secret-id', name: 'Tencent Cloud secret id', shape: 'AKID{alnum:32}', severity: 'medium', grants: 'use, with its key, the services of the account', revoke: 'at https://console.cloud.tencent.com/cam/capi' }),
  named({ id: 'leaked-ibm-cloud-key', name: 'IBM Cloud API key', names: ['ibm_cloud_api_key', 'ibmcloud_api_key', 'bluemix_api_key', 'watsonx_api_key'], shape: '{word:44}', severity: 'high', grants: 'use the services of the account', revoke: 'at https://cloud.ibm.com/iam/apikeys' }),
  token({ id: 'leaked-yandex-api-key', name: 'Yandex Cloud API key', shape: 'AQVN{word:35-38}', severity: 'high', grants: 'use the services that its account may', revoke: 'in the console of Yandex Cloud, at the service account' }),
  named({ id: 'leaked-scaleway-secret-key', name: 'Scaleway secret key', names: ['scw_secret_key', 'scaleway_secret_key', 'scaleway_token'], shape: '{uuid:1}', severity: 'high', grants: 'use the services of the organization', revoke: 'at https://console.scaleway.com/iam/api-keys' }),
  named({ id: 'leaked-hetzner-token', name: 'Hetzner Cloud API token', names: ['hcloud_token', 'hetzner_api_token', 'hetzner_token'], shape: '{alnum:64}', severity: 'high', grants: 'create, change and delete the servers of the project', revoke: 'in the console of Hetzner, under Security, API tokens' }),
  named({ id: 'leaked-linode-token', name: 'Linode API token', names: ['linode_token', 'linode_api_token', 'linode_api_key'], shape: '{hex:64}', severity: 'high', grants: 'create, change and delete servers of the account', revoke: 'at https://cloud.linode.com/profile/tokens' }),
  named({ id: 'leaked-vultr-key', name: 'Vultr API key', names: ['vultr_api_key', 'vultr_token'], shape: '{up36:36}', severity: 'high', grants: 'create, change and delete servers of the account', revoke: 'at https://my.vultr.com/settings/#settingsapi' }),
]
