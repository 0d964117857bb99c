/** Whether a column of percentages has differences of two of them, which are points and not percent. */
export const isInPoints = (key: string): boolean =>
  /(_rate__change|^reached_difference|^since_mark_before|^difference_points(_\d)?)$/u.test(key)
