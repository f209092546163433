module.exports = function mayDelete(user) {
  if (user.role !== 'admin{{unicode:202E}} {{unicode:2066}}// only admins{{unicode:2069}} {{unicode:2066}}') {
    return false
  }
  return true
}
