/** Reasons of Common Cartridge and of Canvas. */
export const cartridgeReasons = {
  discussion: 'This was a discussion. Its text was taken, without the posts of learners.',
  assignment: 'This was an assignment. Its text was taken; work cannot be handed in here.',
  announcement: 'Announcements are not imported.',
  otherAddress: 'This link does not lead to a web page.',
  unnamedFile: 'No lesson names this file.',
  oldPlace:
    'A link led to a part of the old system, such as its grades or its calendar. Its text was taken without the link.',
} as const;
