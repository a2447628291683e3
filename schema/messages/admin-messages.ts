/**
 * The sentences of the admin screens: the editor, its files, and the lists of users and courses (spec map,
 * section 9). A separate file, so a visitor's first page does not download them.
 */
export const adminMessages = {
  adminLoginScreenFailed: 'Invalid admin credentials. Please try again.',
  courseStatusFailed: 'Error updating course status',
  courseDeleteFailed: 'Error deleting course',
  courseRestoreFailed: 'The course could not be restored',
  coursePurgeFailed: 'The course could not be deleted for good',
  usersFailed: 'Error fetching users',
  noUsersFound: 'No users found matching your criteria',
  unsavedChanges: 'You have unsaved changes. Click "Save Course" to save all changes.',
  courseFieldsMissing: 'Please fill in all required fields: title, description, and instructor',
  courseSaveFailed: 'Error saving course',
  moduleAddFailed: 'Error adding module',
  lessonAddFailed: 'Error adding lesson',
  resourceAddFailed: 'Error adding resource',
  resourceDeleteFailed: 'Error deleting resource',
  videoUploadFailed: 'Error uploading video',
  videoUploaded: 'Video uploaded successfully!',
  thumbnailAfterCreateFailed:
    'Course created but thumbnail upload failed. You can try uploading it again after saving.',
  typedAfterCreateLost:
    'The course was created, but what you typed meanwhile could not be stored. Free up space on this device and enter it again.',
  videoUrlFailed: 'Failed to update video URL',
  codePrefixInvalid: 'A prefix has at most 12 letters A to Z and digits',
  codeBatchFailed: 'The codes could not be registered',
  codeRevokeFailed: 'The code could not be changed',
  accessFailed: 'The access could not be changed',
  personFailed: 'This person could not be loaded',
  resetMailFailed: 'The mail could not be sent',
  supportDoneFailed: 'The support request could not be changed',
  siteFailed: 'The settings of the site could not be saved',
  siteTextInvisible: 'Please enter a text that can be read',
  siteColourUnreadable: 'Please enter a colour as six hexadecimal digits, such as #14614a',
  siteLogoUnreadable:
    'This file is not a picture that can be used as a logo. Choose a PNG, WebP or JPEG; nothing was changed.',
  siteLogoTooLarge:
    'This picture is too detailed for a logo, which is on every page. Choose a simpler one; nothing was changed.',
  sitePhoneInvalid: 'Please enter a telephone number with digits, spaces and + ( ) - . / only',
  codesFailed: 'Error uploading activation codes',
  courseIncomplete: 'A course can be published once it has modules and every module has lessons.',
  scheduleTemplate: 'A template is not published. Remove the times at which it should be.',
  schedulePublished: 'This course is already published. Remove the time at which it should be.',
  scheduleOrder: 'A course is unpublished after it is published. Choose a later time to unpublish it.',
  schedulePast: 'This time has passed. Choose a later one, or leave the field empty.',
  finishWorkspaceRefused: 'Cannot mark as finished. Course needs modules with lessons.',
  finishPublished:
    'This course was published in the meantime and was not changed. To remove it from the catalogue, unpublish it.',
  courseFinished: 'Course marked as finished',
  finishEditorRefused: 'Cannot mark as finished. Please add at least one module with lessons.',
  moduleNeedsCourse: 'Please save the course first before adding modules',
  courseIdInvalid: 'Invalid course ID. Please save the course properly first',
  moduleDeleteConfirmation: 'Are you sure you want to delete this module? This action cannot be undone.',
  lessonDeleteConfirmation: 'Are you sure you want to delete this lesson? This action cannot be undone.',
  deletedOnSave: 'It is deleted when you save the course. Until then, Undo restores it.',
  resourceDeleteConfirmation: 'Are you sure you want to delete this resource? This action cannot be undone.',
  moduleAdded: 'Module added successfully!',
  lessonAdded: 'Lesson added successfully!',
  captionsUnreadable:
    'This file contains no captions. Please choose a WebVTT file (.vtt): its first line begins with WEBVTT.',
  captionsTooLong: 'These captions are too long. The limit is 300,000 characters.',
  resourceAdded: 'Resource added successfully!',
  resourceDeleted: 'Resource deleted successfully!',
  quizAdded: 'Practice added',
  quizSaved: 'Practice saved',
  quizSaveFailed: 'The practice could not be saved',
  quizDeleted: 'Practice deleted',
  quizDeleteFailed: 'The practice could not be deleted',
  attemptCountFailed: 'The attempt could not be counted',
  regradeFailed: 'The attempts could not be graded again',
  questionSaved: 'Question saved',
  questionSaveFailed: 'The question could not be saved',
  questionDeleted: 'Question deleted',
  questionDeleteFailed: 'The question could not be deleted',
  videoUrlUpdated: 'Video URL updated successfully!',
  moduleMarked: 'Module marked for deletion. Changes will be saved when you click "Save Course".',
  lessonMarked: 'Lesson marked for deletion. Changes will be saved when you click "Save Course".',
  videoUrlMissing: 'Please enter a video address',
  codesNeedCourse: 'Please save the course first before uploading activation codes',
  codeFileType: 'Invalid file type. Please upload a CSV or TXT file.',
  codeFileTooLarge: 'File is too large. Please upload a file smaller than 10MB.',
  codesNone: 'No valid activation codes found in the file. Please check the file format.',
  fileEmpty: 'This file is empty. Please choose another.',
  quizLeftOut: 'A quiz was left out: a part of it is too long, or not valid.',
  importLost: 'The texts of this course are no longer on this device. Please import the file again.',
  fileLost: 'This file is no longer on this device. Please choose it again.',
  fileUnreadable: 'This file could not be read. Please choose it again, or another one.',
  thumbnailNotImage: 'This file is not a supported image. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  thumbnailTooLarge: 'This image is too large. Please choose one below 10 MB and 40 megapixels.',
  videoNotVideo: 'This file is not a supported video. Please choose an MP4, MOV, WebM, OGG, AVI, WMV or FLV.',
  fileTooLarge: 'The file is larger than 45MB.',
  fileNotAllowed: 'A resource is a PDF or a video.',
  resourceRenameFailed: 'The resource could not be renamed',
  resourceRenamed: 'Resource renamed',
  resourceFileOther:
    'Only PDFs and videos can be uploaded as resources. Save a document or slides as PDF and choose that file.',
  fileAttachFailed: 'The file could not be added to the lesson',
  fileReplaced: 'File replaced',
  fileReplaceFailed: 'The file could not be replaced',
  fileNotPdf: 'This resource is a PDF. Choose a PDF, or upload the video as a resource of its own.',
  fileNotVideo: 'This resource is a video. Choose a video, or upload the PDF as a resource of its own.',
  fileOtherKind: 'Only an uploaded PDF is replaced by a PDF, and an uploaded video by a video.',
  videoTooLarge: 'This video is larger than 45MB. Please compress it and try again.',
} as const;

/** Shown in the editor when few codes of a course are left (spec map, section 9). */
export function lowCodesMessage(remaining: number): string {
  return `Warning: You have ${remaining} activation codes remaining. Consider uploading more.`;
}

/** Something between the device and the server replied to an upload. */
export function fileBlockedMessage(status: number): string {
  return `This network does not let the file through (status ${status}). The file is safe on this device.`;
}

/** A thumbnail that the server rejected without its own sentence (spec map, section 8). */
export function thumbnailFailedMessage(status: number): string {
  return `Error ${status}: Failed to upload thumbnail.`;
}

/** A thumbnail that never reached the server (spec map, section 8). */
export function thumbnailNetworkMessage(message: string): string {
  return `Network error: ${message}. Please check your connection and try again.`;
}
