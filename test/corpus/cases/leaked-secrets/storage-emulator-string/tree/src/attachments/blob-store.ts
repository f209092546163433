import { BlobServiceClient } from '@azure/storage-blob'

const connectionString = process.env.ATTACHMENTS_STORAGE ?? 'UseDevelopmentStorage=true'

export const attachments = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('attachments')
