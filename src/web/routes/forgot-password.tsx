export const Component = () => <h1>forgot-password</h1>
