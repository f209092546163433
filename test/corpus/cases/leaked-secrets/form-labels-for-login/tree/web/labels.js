export const labels = {
  user: 'User name',
  password: 'Password (8 characters)',
  passwordHint: 'Use letters and digits',
}
export const german = { user: 'Benutzername', password: 'Passwort' }
