/** Waits for some work and then tells of it; what fails is told by itself. */
export const makeTold =
  (onChange: () => void) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    onChange()
    return value
  }
