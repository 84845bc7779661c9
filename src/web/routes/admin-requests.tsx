export const Component = () => <h1>admin-requests</h1>
