export const Component = () => <h1>admin-users</h1>
