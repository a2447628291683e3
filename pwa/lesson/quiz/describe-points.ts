/** `2 of 3 points`, `1 of 1 point`. */
export const describePoints = (score: number, maxScore: number): string =>
  `${score} of ${maxScore} ${maxScore === 1 ? 'point' : 'points'}`;
