export const records = {
  tokenId: '9b2f6c1e-7d43-4a58-8e0b-51c3f7a9d264',
  keyVersion: '1c8e7a52-03bd-4f6e-9a17-d2b45c60e8f3',
  requestToken: '0d6f1b7a-58c2-49e4-b3aa-7e9c21d5f806',
}
