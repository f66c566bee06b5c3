/**
 * Checks the words that the specification gives (2, 5, 8), letter for letter: in English, and the connection messages
 * in Vietnamese.
 */
import { expect, test } from 'vitest';
import enConnection from '#i18n/en/connection.json';
import { en } from '#i18n/en/index.ts';
import { later } from '#i18n/en/later.ts';
import viConnection from '#i18n/vi/connection.json';

test('the 404 page', () =>
  expect(en.pages.notFound).toEqual({
    heading: "UH OH! You're lost.",
    text: 'The page you are looking for does not exist. How you got here is a mystery. But you can click the button below to go back to the homepage.',
    home: 'HOME',
  }));

test('errors', () =>
  expect(en.errors).toMatchObject({
    DefaultError: 'Unknown error occurred, please try again later',
    RpcRequestError: 'An error occurred, please try again',
    LoginAccountIsSupended: 'Account is suspended',
    LoginWrongInfo: 'Incorrect login information',
    InvestorPasswordInvalid: 'Incorrect password',
    InvestorNotFound: 'Email does not exist',
    InvestorForgotPasswordSessionInvalid: 'Session expired',
    InvestorForgotPasswordOtpInvalid: 'Invalid OTP code',
    InvestorTradingAccountNotFound: 'Trading account not activated',
    InvestorTradingAccountNotAllowed: 'Sub-account not activated',
    VerifyTaskflowFailed: 'Incorrect or expired OTP code, please resend OTP',
    UserChangePasswordIncorrect: 'Old password incorrect',
    InvalidType: 'Invalid file type',
    maxSizeFileUpload: 'File exceeds maximum allowed size',
  }));

test('forms', () =>
  expect(later.validation).toMatchObject({
    username: 'Username is required',
    password: 'Password is required',
    fullName: 'Full name is required',
    contactAddress: 'Contact address is required',
    dateOfBirth: 'Date of birth is required',
    idNumber: 'ID/Passport number is required',
    permanentAddress: 'Permanent address is required',
    issueDate: 'Issue date is required',
    placeOfIssue: 'Place of issue is required',
    phone: 'Phone number cannot be blank',
    email: 'Email is required',
    emailInvalid: 'Invalid email',
    required: 'Required',
  }));

test('connections', () => {
  expect(viConnection).toMatchObject({
    someDown: 'Không thể kết nối {n} socket',
    reconnectFailed: 'Lỗi khi kết nối lại',
    reloadNeeded: 'Lỗi kết nối, vui lòng tải lại trang',
  });
  expect(enConnection).toMatchObject({
    reconnectTimeout: 'Reconnection timeout',
    socketFailed: 'Socket {k} failed to connect: {reason}',
    tokenRequired: 'Authentication token is required for this connection.',
    resubscribeFailed: 'Failed to subscribe to events',
  });
});
