import { BlobServiceClient } from '@azure/storage-blob'

const connectionString = 'DefaultEndpointsProtocol=https;AccountName=ticketattachments;AccountKey={{secret:azure-storage-key}};EndpointSuffix=core.windows.net'

export const attachments = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('attachments')
